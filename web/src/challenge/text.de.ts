// Texte zu Herausforderungen und zu Einladungen per Link.
import { plural } from '../ui/text.de'
import { control, seat } from '../ui/player.text.de'
import type * as en from './text'

export const challenge = {
  title: 'Herausforderung',
  to: (c) => `Herausforderung an ${seat(c.to)}`,
  from: (c) => `${seat(c.from)} fordert dich heraus`,
  open: 'Herausforderung für alle mit dem Link',
  waiting: (c) => `Warten auf ${seat(c.to)}. Du kannst diese Seite verlassen: Eine Meldung zeigt dir die Antwort.`,
  waitingOpen:
    'Wer zuerst annimmt, spielt. Du kannst diese Seite verlassen: Eine Meldung zeigt dir, wenn die Partie beginnt.',
  rated: 'Gewertet',
  casual: 'Ungewertet, Zugrücknahmen sind erlaubt',
  rules: {
    noAbort: 'Niemand kann die Partie abbrechen',
    noRematch: 'Keine Revanche',
    noClaimWin: 'Kein Anspruch auf den Sieg, wenn jemand geht',
    noEarlyDraw: 'Kein Remis durch Einigung in den ersten 30 Zügen',
  },
  custom: 'Aus einer eigenen Stellung',
  white: 'Du spielst Weiß',
  black: 'Du spielst Schwarz',
  random: 'Farben nach Zufall',
  until: (day) => `Ohne Antwort endet sie am ${day}.`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  why: 'Grund',
  cancel: 'Herausforderung zurückziehen',
  back: 'Zurück',
  needsAccount: 'Diese Partie ist gewertet: Melde dich an, um sie anzunehmen.',
  begins: 'Die Partie beginnt …',
  toGame: 'Zur Partie',
  accepted: (c) => (c.to.taken ? `${seat(c.to)} hat angenommen.` : 'Die Herausforderung ist angenommen.'),
  declined: (c) => `${seat(c.to)} hat abgelehnt:`,
  youDeclined: 'Du hast abgelehnt.',
  quote: (text) => `„${text}“`,
  canceled: 'Die Herausforderung wurde zurückgezogen.',
  expired: 'Die Herausforderung wurde nicht rechtzeitig beantwortet.',
  again: 'Noch einmal herausfordern',
  missing: 'Herausforderung nicht gefunden',
  missingWhy: 'Vielleicht ist sie seit einem Tag oder länger beendet oder für einen anderen Spieler.',
  missingSign: 'Wenn sie für dich ist, melde dich an.',
  failed: 'Die Herausforderung konnte nicht geladen werden.',
  learn: (title) => `${title} ist dir neu? Lerne es in fünf Minuten.`,
  list: 'Herausforderungen',
  view: 'Ansehen',
  viewOf: (c) => `Herausforderung ${c.from.you ? 'an' : 'von'} ${seat(c.from.you ? c.to : c.from)} ansehen`,
  everyone: 'alle mit dem Link',
  sent: (who) => `an ${who}`,
  got: (who) => `von ${who}`,
  more: (n) => plural(n, 'weitere Herausforderung', 'weitere Herausforderungen'),
  button: 'Herausfordern',
  terms: (c) => `${c.title}, ${control(c.control)}${c.rated ? ', gewertet' : ''}${c.rules ? ', besondere Regeln' : ''}`,
} satisfies typeof en.challenge

export const reasons = {
  generic: 'Jetzt nicht',
  later: 'Frag mich später noch einmal',
  tooFast: 'Zu schnell für mich',
  tooSlow: 'Zu langsam für mich',
  timeControl: 'Lieber eine andere Bedenkzeit',
  rated: 'Lieber gewertet',
  casual: 'Lieber ungewertet',
  variant: 'Lieber eine andere Variante',
} satisfies typeof en.reasons

export const player = {
  label: 'Name des Spielers',
  signIn: 'Nur Spieler mit Konto können andere herausfordern.',
  failed: (why) => `Die Herausforderung wurde nicht gesendet: ${why}`,
} satisfies typeof en.player

export const invite = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  share: 'Teilen …',
  qr: 'QR-Code',
  qrHelp: 'Richte die Kamera eines anderen Geräts darauf.',
  qrOf: (address) => `QR-Code von ${address}`,
  text: (title) => `Eine Partie ${title}?`,
} satisfies typeof en.invite
