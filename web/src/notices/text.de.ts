// Texte der Benachrichtigungen auf der Seite und vom Service Worker. Diese Datei importiert nichts:
// Der Service Worker hat eine eigene Kopie davon.
import type * as en from './text'

const dative = (n: en.Notice): string => (n.level ? `den Computer, Stufe ${n.level}` : n.name || 'einen Gast')
const Who = (n: en.Notice): string => (n.level ? `Der Computer, Stufe ${n.level},` : n.name || 'Ein Gast')

const sentences: Record<string, (n: en.Notice) => string> = {
  turn: (n) => `Du bist am Zug gegen ${dative(n)}.`,
  soon: (n) => `Für deinen Zug gegen ${dative(n)} bleiben weniger als 6 Stunden.`,
  joined: (n) => `${Who(n)} ist deiner Partie beigetreten.`,
  ended: (n) =>
    n.result === 'won'
      ? `Du hast gegen ${dative(n)} gewonnen.`
      : n.result === 'lost'
        ? `Du hast gegen ${dative(n)} verloren.`
        : n.result === 'drawn'
          ? `Deine Partie gegen ${dative(n)} ist remis.`
          : `Deine Partie gegen ${dative(n)} ist ohne Ergebnis zu Ende.`,
  draw: (n) => `${Who(n)} bietet remis an.`,
  takeback: (n) => `${Who(n)} möchte einen Zug zurücknehmen.`,
  challenged: (n) => `${Who(n)} fordert dich heraus.`,
  accepted: (n) => `${Who(n)} hat deine Herausforderung angenommen.`,
  declined: (n) => `${Who(n)} hat deine Herausforderung abgelehnt.`,
  followed: (n) => `${Who(n)} folgt dir.`,
  paired: (n) => `Deine nächste Partie im Turnier ${n.name ?? ''} hat begonnen.`,
  rematch: (n) => `${Who(n)} bietet dir Revanche an.`,
  study: (n) => `${Who(n)} lädt dich zu einer Studie ein.`,
  tournament: (n) => (n.name ? `Das Turnier ${n.name} hat begonnen.` : 'Ein Turnier hat begonnen.'),
}

export const sentence = ((n) =>
  sentences[n.kind]?.(n) ?? 'In einer deiner Partien ist etwas geschehen.') satisfies typeof en.sentence

export const notices = {
  title: 'Benachrichtigungen',
  label: (unread) => (unread ? `Benachrichtigungen, ${unread} ungelesen` : 'Benachrichtigungen'),
  none: 'Noch ist nichts geschehen. Hier erfährst du, wenn du in einer Partie mit Tagen pro Zug am Zug bist, wenn ein Gegner deiner Partie beitritt, und von Herausforderungen.',
  read: 'Alle als gelesen markieren',
  unread: 'ungelesen',
  view: 'Ansehen',
  failed: 'Die Benachrichtigungen wurden nicht geladen.',
  settings: 'Benachrichtigungen dieses Browsers',
  when: (ms, now) => {
    const minutes = Math.floor((now - ms) / 60_000)
    if (minutes < 1) return 'gerade eben'
    if (minutes < 60) return `vor ${minutes} min`
    const hours = Math.floor(minutes / 60)
    if (hours < 24) return `vor ${hours} h`
    const days = Math.floor(hours / 24)
    return days === 1 ? 'gestern' : `vor ${days} Tagen`
  },
  push: {
    offer: 'Der Browser kann Benachrichtigungen auch zeigen, wenn keine Seite von wane offen ist.',
    on: 'Benachrichtigungen zeigen',
    off: 'Nicht mehr zeigen',
    isOn: 'Dieser Browser zeigt Benachrichtigungen.',
    blocked: 'Benachrichtigungen sind in den Einstellungen deines Browsers gesperrt.',
    failed: 'Das hat nicht geklappt. Versuche es später noch einmal.',
    choose: 'Welche',
  },
  kinds: {
    turn: 'Ich bin am Zug (Tage pro Zug)',
    soon: 'Meine Zeit läuft ab (Tage pro Zug)',
    joined: 'Ein Gegner tritt meiner Partie bei',
    ended: 'Eine Partie ist zu Ende (Tage pro Zug)',
    draw: 'Remis wird angeboten (Tage pro Zug)',
    takeback: 'Ein Zug soll zurückgenommen werden (Tage pro Zug)',
    challenged: 'Eine Herausforderung',
    accepted: 'Meine Herausforderung wird angenommen',
    declined: 'Meine Herausforderung wird abgelehnt',
    followed: 'Jemand folgt mir',
    tournament: 'Ein Turnier beginnt, dem ich beigetreten bin',
    paired: 'Meine nächste Partie in einem Turnier beginnt',
    rematch: 'Revanche wird angeboten',
    study: 'Eine Einladung zu einer Studie',
  },
} satisfies typeof en.notices
