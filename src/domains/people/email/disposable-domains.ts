/**
 * The best-known services that hand out mailboxes which anybody can read or which last for minutes. There are thousands,
 * and new ones daily: this keeps honest people honest, and `emails_restricted_to_domains` is what keeps others out.
 */
const DOMAINS = new Set(
  `
  0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net anonymbox.com
  binkmail.com bobmail.info burnermail.io byom.de chacuo.net crazymailing.com deadaddress.com discard.email
  discardmail.com discardmail.de dispostable.com dodgit.com dropmail.me e4ward.com emailondeck.com
  emailsensei.com emailtemporario.com.br fakeinbox.com fakemail.net fakemailgenerator.com filzmail.com
  getairmail.com getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info
  guerrillamail.net guerrillamail.org guerrillamailblock.com harakirimail.com inboxalias.com inboxbear.com
  inboxkitten.com incognitomail.org jetable.org kasmail.com linshiyouxiang.net luxusmail.org mail-temp.com
  mail-temporaire.fr mailcatch.com maildrop.cc maileater.com mailexpire.com mailforspam.com mailinator.com
  mailinator.net mailinator2.com mailmetrash.com mailmoat.com mailnesia.com mailnull.com mailpoof.com
  mailsac.com mailtemp.info meltmail.com mintemail.com minuteinbox.com moakt.com mohmal.com mt2015.com mvrht.com
  mytemp.email mytrashmail.com nada.email no-spam.ws nospam.ze.tc objectmail.com one-time.email pokemail.net
  proxymail.eu rcpt.at reallymymail.com sharklasers.com shieldemail.com smailpro.com sneakemail.com
  sofort-mail.de spam4.me spambog.com spambox.us spamex.com spamfree24.org spamgourmet.com spamhole.com
  spaml.com superrito.com suremail.info temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.dev
  tempmail.net tempmailaddress.com tempmailo.com tempr.email thankyou2010.com throwam.com throwawaymail.com
  trash-mail.com trash-mail.de trashmail.com trashmail.de trashmail.me trashmail.net trashmail.ws trbvm.com
  tyldd.com wegwerfmail.de wegwerfmail.net wegwerfmail.org yopmail.com yopmail.fr yopmail.net zetmail.com
  `
    .trim()
    .split(/\s+/),
);

/** Such services give every name below their own to mailboxes, too. */
export function isDisposable(domain: string): boolean {
  const labels = domain.toLowerCase().replace(/\.$/, "").split(".");
  return labels.some((_, index) => DOMAINS.has(labels.slice(index).join(".")));
}
