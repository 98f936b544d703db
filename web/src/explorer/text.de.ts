// Texte der Namen von Eröffnungen.
import type * as en from './text'
import { plural } from '../ui/text.de'

export const openings = {
  label: 'Eröffnung',
  propose: 'Namen vorschlagen',
  others: 'Andere Namen',
  intro: (needed) =>
    `Alle sehen den Namen mit den meisten Stimmen, sobald er ${needed} hat. Ein Name gehört zur Stellung, gleich welche Züge zu ihr führten.`,
  loading: 'Namen werden geladen …',
  failed: (why) => `Die Namen konnten nicht geladen werden: ${why}`,
  none: 'Für diese Stellung ist noch kein Name vorgeschlagen.',
  list: 'Vorgeschlagene Namen für diese Stellung',
  votes: (n) => plural(n, 'Stimme', 'Stimmen'),
  by: 'von',
  shown: 'der Name',
  settled: 'von Moderatoren festgelegt',
  hidden: 'verborgen',
  vote: 'Stimmen',
  voteFor: (name) => `Für ${name} stimmen`,
  voted: (name) => `Du stimmst für ${name}.`,
  unvoted: (name) => `Du stimmst nicht mehr für ${name}.`,
  done: (name) => `Du hast ${name} vorgeschlagen.`,
  report: 'Melden',
  reportOne: (name) => `Den Namen ${name} melden`,
  reported: (name) => `Der Name einer Eröffnung: ${name}`,
  hide: 'Verbergen',
  unhide: 'Wieder zeigen',
  hideAll: 'Alle dieses Autors verbergen',
  settle: 'Festlegen',
  unsettle: 'Den Stimmen überlassen',
  moderate: (name) => `Den Namen ${name} moderieren`,
  name: 'Name (3–60 Zeichen)',
  send: 'Vorschlagen',
  why: {
    name: '',
    guest: 'Konten, die älter als einen Tag sind, schlagen Namen vor und stimmen ab.',
    young: 'Sobald dein Konto älter als einen Tag ist, kannst du Namen vorschlagen und abstimmen.',
    muted: 'Ein Moderator hat dich für einige Zeit stummgeschaltet.',
  },
} satisfies typeof en.openings
