// Texte der Meldungen von Spielern.
import type * as en from './report.text'

export const reasons = {
  cheating: 'Betrug',
  insult: 'Beleidigung',
  spam: 'Werbung',
  name: 'Anstößiger Name',
  other: 'Etwas anderes',
} as Record<string, string> satisfies typeof en.reasons

export const report = {
  title: (name) => `${name} melden`,
  reason: 'Was stimmt nicht?',
  text: 'In ein paar Worten',
  hint: 'Nur die Moderation sieht deine Meldung und wer du bist. Was dieser Spieler im Chat dort geschrieben hat, kommt mit.',
  hintPage: 'Nur die Moderation sieht deine Meldung und wer du bist. Die Adresse dieser Seite kommt mit.',
  hintPlain: 'Nur die Moderation sieht deine Meldung und wer du bist.',
  block: 'Diesen Spieler auch blockieren',
  send: 'Absenden',
  done: 'Danke. Die Moderation sieht es sich an.',
  failed: 'Der Server ist nicht erreichbar. Versuche es später noch einmal.',
  menu: (name) => `Was du bei ${name} tun kannst`,
  profile: 'Profil',
  blocked: (name) => `Du hast ${name} blockiert.`,
  blockOne: 'Blockieren',
  reportOne: 'Melden',
} satisfies typeof en.report
