/** The German texts of mails and of notifications on phones, by the English ones. */
export const GERMAN_MAILS: Readonly<Record<string, string>> = {
  "1 message from {names}": "1 Nachricht von {names}",
  "1 more topic": "1 weiteres Thema",
  "1 new message": "1 neue Nachricht",
  "1 topic": "1 Thema",
  "An API key named “{key}” was created for your account. A program that has it can act for you in {organization}.":
    "für dein Konto wurde ein API-Schlüssel mit dem Namen „{key}“ angelegt. Ein Programm, das ihn hat, kann in {organization} für dich handeln.",
  "An API key named “{key}” was created for your bot {bot}. A program that has it can act for the bot in {organization}.":
    "für deinen Bot {bot} wurde ein API-Schlüssel mit dem Namen „{key}“ angelegt. Ein Programm, das ihn hat, kann in {organization} für den Bot handeln.",
  "An administrator of {organization} can reactivate your account.":
    "Wer {organization} administriert, kann dein Konto wieder aktivieren.",
  "Apps ask for the address of the server: {url}": "Apps fragen nach der Adresse des Servers: {url}",
  "Choose a new password for {organization}": "Wähle ein neues Passwort für {organization}",
  "Confirm your address for {organization}": "Bestätige deine Adresse für {organization}",
  "Confirm your new address for {organization}": "Bestätige deine neue Adresse für {organization}",
  "Direct messages from {names}": "Direktnachrichten von {names}",
  "Hello {name},": "Hallo {name},",
  "Hello,": "Hallo,",
  "If the button does not work, open this address:": "Wenn der Knopf nicht funktioniert, öffne diese Adresse:",
  "If this was not you, also tell an administrator of {organization} immediately.":
    "Wenn du das nicht warst, sage es außerdem sofort einer Person, die {organization} administriert.",
  "If this was not you, change your password immediately: this cancels the request.":
    "Wenn du das nicht warst, ändere sofort dein Passwort: Damit ist die Anfrage beendet.",
  "If this was not you, revoke the key in the settings, change your password, and create a new API key there.":
    "Wenn du das nicht warst, widerrufe den Schlüssel in den Einstellungen, ändere dein Passwort und lege dort einen neuen API-Schlüssel an.",
  "If this was not you, take the account back: this link works for a week, whatever else is changed meanwhile. Your address will be as before, everyone who is logged in will be logged out, and you choose a new password.":
    "Wenn du das nicht warst, hole dir das Konto zurück: Dieser Link gilt eine Woche, was auch immer inzwischen geändert wird. Deine Adresse ist dann wie zuvor, alle, die angemeldet sind, werden abgemeldet, und du wählst ein neues Passwort.",
  "If this was not you, tell an administrator of {organization} immediately.":
    "Wenn du das nicht warst, sage es sofort einer Person, die {organization} administriert.",
  "If this was you, all is well. If not, change your password immediately, and create a new API key.":
    "Wenn du das warst, ist alles in Ordnung. Wenn nicht, ändere sofort dein Passwort und lege einen neuen API-Schlüssel an.",
  "If you did not ask for a new password, ignore this email: nothing has changed.":
    "Wenn du kein neues Passwort angefordert hast, beachte diese E-Mail nicht: Es hat sich nichts geändert.",
  "If you did not ask for an account, ignore this email.":
    "Wenn du kein Konto angefordert hast, beachte diese E-Mail nicht.",
  "If you did not ask for it, do not share the code, and log out your other browsers in the settings.":
    "Wenn du ihn nicht angefordert hast, gib den Code nicht weiter und melde deine anderen Browser in den Einstellungen ab.",
  "It can be used in these channels only: {channels}.": "Er kann nur in diesen Kanälen verwendet werden: {channels}.",
  "Messages are in channels, and each has a topic: read the topics that concern you and leave the others for later. Your inbox shows what is new.":
    "Nachrichten stehen in Kanälen, und jede hat ein Thema: Lies die Themen, die dich angehen, und lass die anderen für später. Dein Eingang zeigt, was neu ist.",
  "New API key for {organization}": "Neuer API-Schlüssel für {organization}",
  "New login to {organization}": "Neue Anmeldung bei {organization}",
  "New messages": "Neue Nachrichten",
  "No account in {organization} has this address": "Kein Konto in {organization} hat diese Adresse",
  "Program: {program}": "Programm: {program}",
  "Read and reply in {organization}": "Lesen und antworten in {organization}",
  "Reply to this email to answer, or read on in {organization}":
    "Antworte auf diese E-Mail, oder lies weiter in {organization}",
  "Someone asked for a new password for this address in {organization}. No account there has it: perhaps yours has another address.":
    "jemand hat für diese Adresse ein neues Passwort in {organization} angefordert. Kein Konto dort hat sie: Vielleicht hat deines eine andere Adresse.",
  "Someone asked for a new password for your account in {organization}, which has been deactivated. An administrator can reactivate it.":
    "jemand hat ein neues Passwort für dein Konto in {organization} angefordert, das deaktiviert ist. Wer die Organisation administriert, kann es wieder aktivieren.",
  "Someone has logged in to your account {email} in {organization} ({url}).":
    "jemand hat sich in deinem Konto {email} in {organization} angemeldet ({url}).",
  "Someone wants to change the address of your account in {organization}":
    "Jemand will die Adresse deines Kontos in {organization} ändern",
  "Someone, probably you, asked for a new password for your account {email} in {organization}. The link works once, within two hours.":
    "jemand, wahrscheinlich du, hat ein neues Passwort für dein Konto {email} in {organization} angefordert. Der Link gilt einmal, innerhalb von zwei Stunden.",
  "Someone, probably you, has asked to change the address of your account {email} in {organization} to {address}. It will change when the link that was sent there is followed.":
    "jemand, wahrscheinlich du, will die Adresse deines Kontos {email} in {organization} in {address} ändern. Sie ändert sich, sobald dem Link gefolgt wird, der dorthin geschickt wurde.",
  "Someone, probably you, wants to make an important change in your account {email}. Enter this code in the browser that asks for it. It works once, within 15 minutes:":
    "jemand, wahrscheinlich du, will in deinem Konto {email} etwas Wichtiges ändern. Gib diesen Code in dem Browser ein, der danach fragt. Er gilt einmal, innerhalb von 15 Minuten:",
  "Stop these emails": "Diese E-Mails abbestellen",
  "The address of your account in {organization} is now {address}.":
    "die Adresse deines Kontos in {organization} ist jetzt {address}.",
  "The change of your address for {organization} was undone":
    "Die Änderung deiner Adresse für {organization} wurde rückgängig gemacht",
  "The link works once, within a day. If you did not ask for an account, ignore this email.":
    "Der Link gilt einmal, innerhalb eines Tages. Wenn du kein Konto angefordert hast, beachte diese E-Mail nicht.",
  "The link works once, within a day. If you did not ask for this, ignore this email.":
    "Der Link gilt einmal, innerhalb eines Tages. Wenn du das nicht angefordert hast, beachte diese E-Mail nicht.",
  "The password of your account {email} in {organization} was changed by a link that was sent to this address. Programs that were logged in have to log in again.":
    "das Passwort deines Kontos {email} in {organization} wurde durch einen Link geändert, der an diese Adresse geschickt wurde. Programme, die angemeldet waren, müssen sich neu anmelden.",
  "There are new messages for you.": "Es gibt neue Nachrichten für dich.",
  "There are {messages} in {topics}.": "Es gibt {messages} in {topics}.",
  "This happened in {organization} while you were away.":
    "das ist in {organization} geschehen, während du nicht da warst.",
  "This link is for you alone, and works once. If you did not expect this invitation, ignore this email.":
    "Dieser Link ist nur für dich und gilt einmal. Wenn du diese Einladung nicht erwartet hast, beachte diese E-Mail nicht.",
  "This was not me: undo it": "Das war ich nicht: rückgängig machen",
  "Time: {time}": "Zeit: {time}",
  "Use this address": "Diese Adresse verwenden",
  "Welcome to {organization}": "Willkommen in {organization}",
  "What it can do: {scopes}. It expires: {expiry}.": "Was er darf: {scopes}. Er läuft ab: {expiry}.",
  "What you missed in {organization}": "Was du in {organization} verpasst hast",
  "You already have an account in {organization}": "Du hast schon ein Konto in {organization}",
  "You asked for an account in {organization} with this address, and you have one already. Log in with it. If you forgot your password, choose a new one.":
    "du hast mit dieser Adresse ein Konto in {organization} angefordert und hast schon eines. Melde dich damit an. Wenn du dein Passwort vergessen hast, wähle ein neues.",
  "You asked for an account in {organization} with this address. Choose a name and a password to finish.":
    "du hast mit dieser Adresse ein Konto in {organization} angefordert. Wähle zum Abschluss einen Namen und ein Passwort.",
  "You asked to use this address for your account in {organization}.":
    "du willst diese Adresse für dein Konto in {organization} verwenden.",
  "You can turn these emails off in your settings.": "Du kannst diese E-Mails in deinen Einstellungen ausschalten.",
  "You get this email because everyone was mentioned.": "Du bekommst diese E-Mail, weil alle erwähnt wurden.",
  "You get this email because someone wrote to you.": "Du bekommst diese E-Mail, weil dir jemand geschrieben hat.",
  "You get this email because you follow the topic.": "Du bekommst diese E-Mail, weil du dem Thema folgst.",
  "You get this email because you want emails about the channel.":
    "Du bekommst diese E-Mail, weil du E-Mails zu dem Kanal möchtest.",
  "You get this email because you were mentioned.": "Du bekommst diese E-Mail, weil du erwähnt wurdest.",
  "You get this email once a week while you are away, because you have an account in {organization}.":
    "Du bekommst diese E-Mail einmal in der Woche, während du nicht da bist, weil du ein Konto in {organization} hast.",
  "You get this email once, because an account was created for you in {organization}.":
    "Du bekommst diese E-Mail einmal, weil in {organization} ein Konto für dich angelegt wurde.",
  "You have a new message.": "Du hast eine neue Nachricht.",
  "Your account in {organization} has been deactivated": "Dein Konto in {organization} wurde deaktiviert",
  "Your account in {organization} has its former address again, because of the link that was sent there. Everyone who was logged in was logged out.":
    "dein Konto in {organization} hat wieder seine frühere Adresse, durch den Link, der dorthin geschickt wurde. Alle, die angemeldet waren, wurden abgemeldet.",
  "Your account in {organization} is ready. Log in with {email} and your password.":
    "dein Konto in {organization} ist bereit. Melde dich mit {email} und deinem Passwort an.",
  "Your account {email} in {organization} has been deactivated by {administrator}. You can no longer log in.":
    "dein Konto {email} in {organization} wurde von {administrator} deaktiviert. Du kannst dich nicht mehr anmelden.",
  "Your address for {organization} has changed": "Deine Adresse für {organization} hat sich geändert",
  "Your code for {organization}": "Dein Code für {organization}",
  "Your invitation to {organization} expires soon": "Deine Einladung nach {organization} läuft bald ab",
  "Your password for {organization} has changed": "Dein Passwort für {organization} hat sich geändert",
  "Your settings": "Deine Einstellungen",
  everything: "alles",
  never: "nie",
  others: "andere",
  "{administrator} wrote:": "{administrator} schreibt dazu:",
  "{count} messages from {names}": "{count} Nachrichten von {names}",
  "{count} more topics": "{count} weitere Themen",
  "{count} new messages": "{count} neue Nachrichten",
  "{count} topics": "{count} Themen",
  "{person} invited you to join {organization}, where people write to each other in channels.":
    "{person} hat dich in die Organisation {organization} eingeladen, in der man sich in Kanälen schreibt.",
  "{person} invited you to join {organization}. The invitation expires in less than two days.":
    "{person} hat dich in die Organisation {organization} eingeladen. Die Einladung läuft in weniger als zwei Tagen ab.",
  "{person} invited you to {organization}": "{person} hat dich nach {organization} eingeladen",
  "… and {count} more.": "… und {count} weitere.",
  "… and {topics}.": "… und {topics}.",
};
