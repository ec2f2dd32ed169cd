/** The German texts of the pages that the server makes, by the English ones; the last are refusals of the API. */
export const GERMAN: Readonly<Record<string, string>> = {
  "A few uncommon words are better than one with digits.":
    "Ein paar ungewöhnliche Wörter sind besser als eines mit Ziffern.",
  "Agree to the terms of service to get an account.": "Stimme den Nutzungsbedingungen zu, um ein Konto zu bekommen.",
  "All programs that were logged in to your account have to log in again, with the new password.":
    "Alle Programme, die in deinem Konto angemeldet waren, müssen sich mit dem neuen Passwort neu anmelden.",
  Allow: "Erlauben",
  "Already have an account?": "Du hast schon ein Konto?",
  "As others will see it.": "So sehen ihn andere.",
  "Back to the assistant": "Zurück zum Assistenten",
  "Change password": "Passwort ändern",
  "Choose a new password": "Neues Passwort wählen",
  "Choose a password": "Passwort wählen",
  "Choose what the assistant is allowed to do.": "Wähle aus, was der Assistent darf.",
  "Connect {assistant}?": "{assistant} verbinden?",
  Continue: "Weiter",
  "Create account": "Konto anlegen",
  "Digests are stopped": "Zusammenfassungen sind abbestellt",
  "Do not allow": "Nicht erlauben",
  "Do you remember it?": "Ist es dir wieder eingefallen?",
  "Email address": "E-Mail-Adresse",
  "Enter your password.": "Gib dein Passwort ein.",
  "File not found": "Datei nicht gefunden",
  "I agree to the": "Ich stimme zu:",
  "If there is an account with the address {email}, a mail with a link is on its way. The link works for two hours.":
    "Wenn es ein Konto mit der Adresse {email} gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt zwei Stunden.",
  "It comes from {host}.": "Das Programm kommt von {host}.",
  "It has given itself this name, and nobody has checked it.":
    "Das Programm nennt sich selbst so, und niemand hat das geprüft.",
  "It is a program on this computer. Allow it only if you have just started it yourself.":
    "Es ist ein Programm auf diesem Computer. Erlaube es nur, wenn du es gerade selbst gestartet hast.",
  "Join {name}": "{name} beitreten",
  "Log in": "Anmelden",
  "Log in first": "Bitte anmelden",
  "Look into your mail": "Sieh in dein Postfach",
  "No access": "Kein Zugriff",
  "Nobody can log in to it until you have chosen a new password.":
    "Niemand kann sich darin anmelden, bis du ein neues Passwort gewählt hast.",
  "Not at this moment": "Im Moment nicht möglich",
  "Not from here": "Nicht von hier",
  "Nothing there? Look among the spam, or go back and check the address.":
    "Nichts angekommen? Sieh im Spam-Ordner nach, oder geh zurück und prüfe die Adresse.",
  "Only people who are logged in can see this.": "Das können nur angemeldete Personen sehen.",
  "Open {name}": "{name} öffnen",
  "Page not found": "Seite nicht gefunden",
  Password: "Passwort",
  "Read messages, also private ones": "Nachrichten lesen, auch private",
  "Reset your password": "Passwort zurücksetzen",
  "See channels": "Kanäle sehen",
  "See people": "Personen sehen",
  "Send messages, react, and mark messages as read": "Nachrichten senden, reagieren und als gelesen markieren",
  "Send the link": "Link schicken",
  "Something went wrong": "Etwas ist schiefgegangen",
  "Stay logged in on this device": "Auf diesem Gerät angemeldet bleiben",
  "Stop weekly digests": "Wöchentliche Zusammenfassungen abbestellen",
  "Take your account back": "Konto zurückholen",
  "The account is deactivated: an administrator can bring it back.":
    "Das Konto ist deaktiviert: Ein Administrator kann es reaktivieren.",
  "The address could not be understood.": "Die Adresse ist nicht verständlich.",
  "The address of your account is {email} again.": "Die Adresse deines Kontos ist wieder {email}.",
  "Then look at your bots in the settings: who had the account may know their keys, or have made others. Tell an administrator what has happened.":
    "Sieh dann in den Einstellungen nach deinen Bots: Wer das Konto hatte, kennt vielleicht ihre Schlüssel oder hat weitere angelegt. Sage einem Administrator, was geschehen ist.",
  "Then you choose what the assistant is allowed to do.": "Danach wählst du aus, was der Assistent darf.",
  "There is nothing at this address. The link may be old or mistyped.":
    "Unter dieser Adresse gibt es nichts. Der Link ist vielleicht alt oder falsch geschrieben.",
  "This file does not exist or has been deleted.": "Diese Datei gibt es nicht, oder sie wurde gelöscht.",
  "This form was sent by another site. Open the page again and send it from there.":
    "Dieses Formular wurde von einer anderen Website geschickt. Öffne die Seite neu und schicke es von dort.",
  "This is not possible": "Das ist nicht möglich",
  "This link does not work": "Dieser Link gilt nicht",
  "This server sends no mail, so that a new address cannot be confirmed. Ask its operator to set up mail (PARLEY_SMTP_URL), or an administrator for an invitation link.":
    "Dieser Server verschickt keine E-Mails, deshalb kann eine neue Adresse nicht bestätigt werden. Bitte den Betreiber, E-Mail einzurichten (PARLEY_SMTP_URL), oder einen Administrator um einen Einladungslink.",
  "This server sends no mail, so that a password cannot be reset here. Ask its operator, who can give you another one (parley reset-password).":
    "Dieser Server verschickt keine E-Mails, deshalb kann ein Passwort hier nicht zurückgesetzt werden. Frage den Betreiber, der dir ein anderes geben kann (parley reset-password).",
  "To show that it is you.": "Um zu zeigen, dass du es bist.",
  "Too many attempts": "Zu viele Versuche",
  "Too many forms were sent from here, or to this address. Try again later.":
    "Von hier oder an diese Adresse wurden zu viele Formulare geschickt. Versuche es später noch einmal.",
  "Try again in a moment.": "Versuche es gleich noch einmal.",
  "Undo the change": "Änderung rückgängig machen",
  "Use it for {name}": "Für {name} verwenden",
  "We have sent a mail to {email}. Follow its link within a day to finish.":
    "Wir haben eine E-Mail an {email} geschickt. Folge ihrem Link innerhalb eines Tages.",
  "We send you a link to choose another one.": "Wir schicken dir einen Link, mit dem du ein neues wählst.",
  "We send you a link to confirm your address.": "Wir schicken dir einen Link, mit dem du deine Adresse bestätigst.",
  "You are sent back to {place}.": "Danach geht es zurück zu {place}.",
  "You can close this page.": "Du kannst diese Seite schließen.",
  "You can close this window and start calls.": "Du kannst dieses Fenster schließen und Anrufe beginnen.",
  "You can end it at any time in the settings, among the API keys.":
    "Du kannst es jederzeit in den Einstellungen bei den API-Schlüsseln beenden.",
  "You do not have permission to see this.": "Du hast keine Berechtigung, das zu sehen.",
  "You may not see this file.": "Du darfst diese Datei nicht sehen.",
  "Your account gets the address {email} again. Everybody who is logged in to it is logged out.":
    "Dein Konto bekommt wieder die Adresse {email}. Alle, die darin angemeldet sind, werden abgemeldet.",
  "Your account has no password. Confirm in the settings that it is you, and open this page again.":
    "Dein Konto hat kein Passwort. Bestätige in den Einstellungen, dass du es bist, und öffne diese Seite noch einmal.",
  "Your address is now {email}.": "Deine Adresse ist jetzt {email}.",
  "Your name": "Dein Name",
  "Your new address": "Deine neue Adresse",
  "Your password has changed": "Dein Passwort ist geändert",
  "Zoom is connected": "Zoom ist verbunden",
  "terms of service": "Nutzungsbedingungen",
  "{assistant} wants to use {organization} as you, {email}.":
    "{assistant} möchte {organization} als du benutzen, {email}.",
  "{email} gets no more digests. Other mails stay as they are.":
    "{email} bekommt keine Zusammenfassungen mehr. Andere E-Mails bleiben, wie sie sind.",
  "{email} gets no more digests. Your settings turn them on again.":
    "{email} bekommt keine Zusammenfassungen mehr. In deinen Einstellungen kannst du sie wieder einschalten.",
  "{name} invited you.": "{name} hat dich eingeladen.",
  "{name} is invite-only. Ask a member for an invitation.":
    "{name} ist nur auf Einladung zugänglich. Bitte jemanden dort, dich einzuladen.",
};

/** The same for what the API refuses, as far as a form can meet it. */
export const GERMAN_REFUSALS: Readonly<Record<string, string>> = {
  "Email addresses containing + are not allowed in this organization.":
    "E-Mail-Adressen mit + sind in dieser Organisation nicht erlaubt.",
  "Email is already in use.": "Diese E-Mail-Adresse wird schon verwendet.",
  "Enter a valid email address.": "Gib eine gültige E-Mail-Adresse ein.",
  "Email address changes are disabled in this organization.":
    "In dieser Organisation kann die E-Mail-Adresse nicht geändert werden.",
  "Already has an account.": "Mit dieser Adresse gibt es schon ein Konto.",
  "Invalid address.": "Die Adresse ist ungültig.",
  "Invalid format!": "So darf der Name nicht aussehen!",
  "Name too long!": "Der Name ist zu lang!",
  "Invalid characters in name!": "Im Namen sind Zeichen nicht erlaubt!",
  "Name too short!": "Der Name ist zu kurz!",
  "Please use your real email address.": "Gib bitte deine wirkliche E-Mail-Adresse an.",
  "The description of this assistant cannot be read.": "Die Beschreibung dieses Assistenten kann nicht gelesen werden.",
  "The password is too long": "Das Passwort ist zu lang",
  "The password is too weak": "Das Passwort ist zu schwach",
  "This assistant does not send people to where it says.":
    "Der Assistent will an eine Adresse weiterleiten, die er nicht angemeldet hat.",
  "This assistant is not registered here.": "Dieser Assistent ist hier nicht angemeldet.",
  "This organization does not use MCP. An administrator can allow it.":
    "Diese Organisation benutzt kein MCP. Admins können es erlauben.",
  "This organization lets only administrators use MCP.": "In dieser Organisation dürfen nur Admins MCP benutzen.",
  "This link is no longer valid. Ask for another invitation, or register anew.":
    "Dieser Link gilt nicht mehr. Bitte um eine neue Einladung, oder registriere dich neu.",
  "Wrong password!": "Das Passwort ist falsch.",
  "This link is no longer valid. Ask for another one in the settings.":
    "Dieser Link gilt nicht mehr. In den Einstellungen bekommst du einen neuen.",
  "This link is no longer valid. Ask for another one on the page “Reset your password”.":
    "Dieser Link gilt nicht mehr. Auf der Seite „Passwort zurücksetzen“ bekommst du einen neuen.",
  "This link is no longer valid. The change can be undone for a week. Ask an administrator for help.":
    "Dieser Link gilt nicht mehr. Die Änderung kann eine Woche lang zurückgenommen werden. Bitte einen Administrator um Hilfe.",
  "This link is no longer valid. Your settings have the same switch.":
    "Dieser Link gilt nicht mehr. Denselben Schalter gibt es in deinen Einstellungen.",
  "This link was used already, or is too old. Ask for another one, or log in.":
    "Dieser Link wurde schon benutzt oder ist zu alt. Bitte um einen neuen, oder melde dich an.",
  "This organization is for certain domains, and this server sends no mail, so that an address cannot be confirmed. Ask an administrator for an account.":
    "Diese Organisation ist für bestimmte Domains, und dieser Server verschickt keine E-Mails, deshalb kann eine Adresse nicht bestätigt werden. Bitte einen Administrator um ein Konto.",
  "This organization has been deactivated": "Diese Organisation ist deaktiviert",
  "Unique names required in this organization.": "In dieser Organisation darf jeder Name nur einmal vorkommen.",
};
