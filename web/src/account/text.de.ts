// Texte der Seiten über Konten: anlegen, anmelden und das Konto selbst.
import type * as en from './text'
import { day, isolate, plural } from '../ui/text.de'

export const password = {
  least: 10,
  good: 16,
  most: 128,
  label: 'Passwort',
  show: 'Zeigen',
  help: 'Mindestens 10 Zeichen. Vier zufällige Wörter sind leicht zu merken und schwer zu raten.',
  short: (n) => `${plural(n, 'Zeichen', 'Zeichen')} von mindestens 10.`,
} satisfies typeof en.password

export const signIn = {
  intro: 'Deine Partien und dein Name bleiben dir auf jedem Gerät.',
  adopt: 'Die Partien, die ich in diesem Browser als Gast gespielt habe, meinem Konto hinzufügen',
  guest: 'Was du in diesem Browser als Gast gespielt hast, ist wieder da, wenn du dich abmeldest.',
  name: 'Name',
  passkey: 'Mit Passkey anmelden',
  or: 'oder mit Passwort',
  forgot: 'Passwort vergessen?',
  none: 'Noch kein Konto?',
  create: 'Konto anlegen',
  wrong: 'Name oder Passwort ist falsch.',
  failed: (why) => `Du bist nicht angemeldet: ${why}`,
  already: (name) => `Du bist als ${isolate(name)} angemeldet.`,
  toAccount: 'Dein Konto',
} satisfies typeof en.signIn

export const signUp = {
  title: 'Konto anlegen',
  intro:
    'Du behältst deine Partien und deinen Namen auf allen Geräten und kannst gewertete Partien spielen. Das Konto ist kostenlos und braucht keine E-Mail-Adresse.',
  guest: (name) => `Deine Partien und Aufgaben als ${isolate(name)} gehören dann zum Konto.`,
  name: 'Name',
  nameHelp: '2–20 Buchstaben, Ziffern, Binde- und Unterstriche. Alle sehen ihn, und du kannst ihn später nicht ändern.',
  passkey:
    'Mit einem Passkey meldest du dich mit Fingerabdruck, Gesicht oder der Sperre deines Geräts an, ohne das Passwort.',
  have: 'Hast du schon ein Konto?',
  failed: (why) => `Das Konto wurde nicht angelegt: ${why}`,
  welcome: (name) => `Willkommen, ${isolate(name)}`,
  done: 'Dein Konto ist fertig. Bewahre diese Wiederherstellungscodes auf: Mit jedem kannst du dich einmal anmelden, wenn du dein Passwort und deine Passkeys verlierst.',
  proceed: 'Ich habe die Codes aufbewahrt',
} satisfies typeof en.signUp

export const recover = {
  title: 'Konto wiederherstellen',
  intro:
    'Mit einem Wiederherstellungscode, den du beim Anlegen des Kontos bekommen hast, wählst du ein neues Passwort. Jeder Code gilt einmal.',
  code: 'Wiederherstellungscode',
  fresh: 'Neues Passwort',
  button: 'Passwort setzen und anmelden',
  back: 'Zurück zur Anmeldung',
  without: 'Ohne Code führt kein Weg in ein Konto, das keine bestätigte E-Mail-Adresse hat.',
  mail: 'Oder per E-Mail, wenn dein Konto eine bestätigte Adresse hat:',
  address: 'Name oder E-Mail-Adresse',
  send: 'Link schicken',
  sent: 'Wenn es ein solches Konto mit bestätigter Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
  link: 'Wähle ein neues Passwort. Das meldet alle Geräte ab und widerruft alle Tokens.',
  confirm: 'E-Mail-Adresse bestätigen',
  digest: 'Keine E-Mails mehr?',
  digestText:
    'Mit dem Knopf bestellst du die Benachrichtigungen per E-Mail ab. Auf der Seite bleiben sie, und in den Einstellungen deines Kontos kannst du sie wieder bestellen.',
  digestEnd: 'Abbestellen',
  digestEnded: 'Du bekommst keine Benachrichtigungen mehr per E-Mail.',
  digestGone: 'Dieser Link gilt nicht mehr. In den Einstellungen deines Kontos kannst du dasselbe wählen.',
  confirmText: 'Bestätige mit dem Knopf, dass die Adresse deine ist.',
  confirmed: (address) => `${isolate(address)} ist bestätigt.`,
  expired: 'Der Link ist abgelaufen oder wurde benutzt. Fordere einen neuen an.',
} satisfies typeof en.recover

export const codes = {
  label: 'Wiederherstellungscodes',
  once: 'Sie werden nur dieses eine Mal gezeigt.',
  shown: (n) => `${plural(n, 'Wiederherstellungscode wird', 'Wiederherstellungscodes werden')} gezeigt, nur jetzt.`,
  copy: 'Kopieren',
  copied: 'Kopiert.',
  copyFailed: 'Dieser Browser erlaubt kein Kopieren. Markiere die Codes selbst.',
  download: 'Herunterladen',
  print: 'Drucken',
  file: (name, site, list) => `Wiederherstellungscodes von ${name} auf ${site}\nJeder gilt einmal.\n\n${list}\n`,
} satisfies typeof en.codes

export const account = {
  title: 'Konto',
  intro: (name, created) => `Du bist ${isolate(name)}, mit Konto seit ${day(created)}.`,
  guest: 'Du spielst als Gast. Melde dich an, um dein Konto zu sehen.',
} satisfies typeof en.account

export const confirm = {
  title: 'Bist du es?',
  text: 'Das ändert, wer dein Konto benutzen kann. Bestätige noch einmal, dass es deins ist. Das gilt fünf Minuten.',
  button: 'Weiter',
  wrong: 'Das Passwort ist falsch.',
  passkey: 'Passkey verwenden',
} satisfies typeof en.confirm

export const sessions = {
  title: 'Geräte',
  text: 'Wo du angemeldet bist. Ein Gerät, das du 30 Tage nicht benutzt, wird abgemeldet.',
  current: 'dieses Gerät',
  used: (at) => `zuletzt benutzt am ${day(at)}`,
  since: (at) => `angemeldet am ${day(at)}`,
  end: 'Abmelden',
  endOf: (device) => `${device} abmelden`,
  ended: 'Das Gerät ist abgemeldet.',
  endAll: 'Alle anderen Geräte abmelden',
  endedAll: 'Alle anderen Geräte sind abgemeldet.',
} satisfies typeof en.sessions

export const passkey = {
  title: 'Deine Passkeys',
  text: 'Melde dich mit Fingerabdruck, Gesicht oder der Sperre deines Geräts an. Ein Passkey gilt nur für diese Seite; man kann ihn weder raten noch vergessen.',
  missing: 'Dieser Browser kann hier keine Passkeys verwenden.',
  add: 'Passkey hinzufügen',
  make: 'Passkey hinzufügen',
  added: 'Du kannst dich jetzt mit diesem Passkey anmelden.',
  name: 'Name des Passkeys',
  named: (n) => `Passkey ${n}`,
  since: (at) => `hinzugefügt am ${day(at)}`,
  used: (at) => `zuletzt benutzt am ${day(at)}`,
  unused: 'nie benutzt',
  rename: (name) => `${isolate(name)} umbenennen`,
  remove: (name) => `${isolate(name)} entfernen`,
  removed: 'Der Passkey ist entfernt. Lösche ihn auch auf deinem Gerät.',
  problems: {
    canceled: 'Es wurde kein Passkey verwendet. Versuche es noch einmal oder nimm dein Passwort.',
    known: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
    origin: 'Unter dieser Adresse der Seite gehen Passkeys nicht. Verwende die übliche Adresse.',
    failed: 'Der Browser konnte keinen Passkey verwenden.',
  },
} satisfies typeof en.passkey

export const changePassword = {
  title: 'Passwort',
  text: 'Ein neues Passwort meldet alle anderen Geräte ab.',
  none: 'Dein Konto hat kein Passwort: Du meldest dich mit Passkeys an.',
  change: 'Passwort ändern',
  add: 'Passwort setzen',
  fresh: 'Neues Passwort',
  save: 'Passwort speichern',
  done: 'Das neue Passwort gilt. Alle anderen Geräte sind abgemeldet.',
} satisfies typeof en.changePassword

export const email = {
  title: 'E-Mail-Adresse',
  text: 'Freiwillig. An sie gehen Nachrichten über die Sicherheit deines Kontos und ein Link, wenn du das Passwort vergisst. Andere Spieler sehen sie nicht.',
  label: 'E-Mail-Adresse',
  none: 'Dein Konto hat keine bestätigte Adresse.',
  has: (address) => `Deine bestätigte Adresse ist ${isolate(address)}.`,
  set: 'Adresse hinzufügen',
  change: 'Adresse ändern',
  send: 'Link schicken',
  sent: 'Eine E-Mail mit einem Link ist unterwegs. Die Adresse gehört dir, sobald du den Link geöffnet hast, innerhalb eines Tages.',
  remove: 'Entfernen',
  removed: 'Die Adresse ist entfernt.',
  digest: 'Ungelesene Benachrichtigungen per E-Mail',
  often: { never: 'Nie', daily: 'Höchstens einmal am Tag', weekly: 'Höchstens einmal in der Woche' },
  chosen: 'Gespeichert.',
} satisfies typeof en.email

export const deletion = {
  title: 'Konto löschen',
  text: 'Das lässt sich nicht rückgängig machen. Laufende Partien werden abgebrochen oder verloren; deine Studien, Analysen, Nachrichten und Wertungen werden gelöscht. Gegner behalten ihre Partien, mit einem gelöschten Spieler. Niemand sonst bekommt deinen Namen.',
  begin: 'Konto löschen …',
  name: (name) => `Gib deinen Namen ein, ${isolate(name)}, um das Konto endgültig zu löschen`,
  button: 'Endgültig löschen',
  done: 'Das Konto wird gelöscht.',
} satisfies typeof en.deletion

export const download = {
  title: 'Deine Daten',
  text: 'Alle deine Daten als ZIP-Datei: beendete Partien als PGN, der Rest als JSON.',
  button: 'Meine Daten herunterladen',
} satisfies typeof en.download

export const recovery = {
  title: 'Wiederherstellungscodes',
  text: (n) =>
    `${n === 0 ? 'Du hast keine Codes mehr.' : `Du hast noch ${plural(n, 'Code', 'Codes')}.`} Mit jedem kommst du einmal hinein, wenn du dein Passwort verlierst.`,
  renew: 'Neue Codes erzeugen',
  replaces: 'Ältere Codes gelten dann nicht mehr.',
} satisfies typeof en.recovery

export const tokens = {
  title: 'Schlüssel für Programme',
  text: 'Mit einem Schlüssel handelt ein Programm, etwa ein Bot oder ein Brett, ohne dein Passwort für dich.',
  docs: 'Wie Programme sie verwenden',
  made: 'Der Schlüssel ist erzeugt. Er wird oben gezeigt, nur jetzt.',
  once: 'Der Schlüssel wird nur jetzt gezeigt. Behandle ihn wie ein Passwort.',
  feed: 'Die Adresse deiner Benachrichtigungen für einen Feedreader, so geheim wie das Token:',
  none: 'keine Rechte außer Lesen',
  used: (at) => `zuletzt benutzt am ${day(at)}`,
  unused: 'nie benutzt',
  fresh: 'Schlüssel erzeugen',
  name: 'Wofür er ist',
  scopes: 'Was er darf',
  scope: {
    'bot:play': 'Als Bot spielen',
    'board:play': 'An deiner Stelle spielen',
    'challenge:read': 'Deine Herausforderungen sehen',
    'challenge:write': 'Herausforderungen senden, annehmen und ablehnen',
    'follow:read': 'Sehen, wem du folgst',
    'follow:write': 'Spielern folgen und sie blockieren',
    'study:read': 'Deine Studien und Analysen lesen',
    'study:write': 'Deine Studien und Analysen ändern',
    'email:read': 'Deine E-Mail-Adresse sehen',
    'notify:read': 'Deine Benachrichtigungen lesen, als Feed',
    'puzzle:read': 'Deine Aufgaben-Wertungen und Versuche sehen',
    'puzzle:write': 'Aufgaben lösen und veröffentlichen',
    'tournament:write': 'Turniere anlegen, beitreten und verlassen',
    'engine:work': 'Züge und Analysen für diesen Server berechnen',
  },
  make: 'Schlüssel erzeugen',
  revoke: 'Widerrufen',
  revokeOf: (name) => `${isolate(name)} widerrufen`,
  revoked: 'Der Schlüssel gilt nicht mehr.',
} satisfies typeof en.tokens

export const app = {
  title: 'Bei einem Programm anmelden',
  guest: 'Ein Programm möchte für dich handeln. Melde dich zuerst an.',
  asks: (name, host, you) => `${isolate(name)} (${isolate(host)}) möchte für dich handeln, ${isolate(you)}:`,
  reads: 'Öffentliches und dein Profil lesen',
  revoke: 'Es erfährt dein Passwort nicht. Du kannst das in deinem Konto unter „Schlüssel für Programme“ widerrufen.',
  allow: 'Erlauben',
} satisfies typeof en.app

export const vacation = {
  title: 'Urlaub',
  text: (perYear) =>
    `Im Urlaub stehen deine Uhren in allen Partien mit Tagen pro Zug still. Du hast ${perYear} Tage im Jahr. Ein Urlaub beginnt sofort; ziehen kannst du trotzdem.`,
  left: (n) => `noch ${plural(n, 'Tag', 'Tage')} in diesem Jahr`,
  days: 'Tage',
  begin: 'Urlaub beginnen',
  away: (until) => `Du bist bis ${day(until)} im Urlaub. Deine Uhren stehen still.`,
  end: 'Urlaub beenden',
  back: 'Willkommen zurück. Deine Uhren laufen wieder.',
} satisfies typeof en.vacation
