// Texte der Computeranalyse einer Partie.
import type * as en from './text'
import type { ReviewMove, ReviewPoint } from '../net/types'
import { colors, figure, plural } from '../ui/text.de'
import { displaySan } from '../ui/moves.svelte'

export const score = {
  short(p) {
    if (p.mate !== undefined) return `#${p.mate < 0 ? '−' : ''}${Math.abs(p.mate)}`
    if (p.cp === undefined) return ''
    const pawns = figure(Math.abs(p.cp) / 100, 1)
    return pawns === '0,0' ? pawns : (p.cp < 0 ? '−' : '+') + pawns
  },
  spoken(p: ReviewPoint): string {
    if (p.over) return p.chance === 1 ? 'Weiß hat gewonnen' : p.chance === 0 ? 'Schwarz hat gewonnen' : 'Remis'
    if (p.mate !== undefined)
      return `${p.mate > 0 ? 'Weiß' : 'Schwarz'} setzt in ${plural(Math.abs(p.mate), 'Zug', 'Zügen')} matt`
    const color = (p.cp ?? 0) > 0 ? 'Weiß' : 'Schwarz'
    const by = Math.abs(p.cp ?? 0)
    if (by < 30) return 'ausgeglichen'
    return `${color} steht ${by < 120 ? 'etwas besser' : by < 350 ? 'besser' : 'auf Gewinn'}, ${this.short(p)}`
  },
} satisfies typeof en.score

export const review = {
  title: 'Computeranalyse',
  intro:
    'Die Engine des Servers analysiert jede Stellung und markiert Ungenauigkeiten, Fehler, Patzer und verpasste Matts. Das dauert einige Sekunden. Das Ergebnis wird mit der Partie gespeichert.',
  ask: 'Computeranalyse anfordern',
  deeper: 'Tiefer analysieren',
  deeperWhy: 'Dauert etwa siebenmal so lang und findet längere Matts.',
  loading: 'Analyse lädt …',
  waiting: 'Wartet auf die Engine …',
  running: (done, of) => `${done} von ${of} Stellungen`,
  runningLabel: (level) => (level === 'thorough' ? 'Tiefe Computeranalyse' : 'Computeranalyse'),
  meanwhile: 'Bis dahin siehst du die erste Analyse.',
  begun: 'Computeranalyse begonnen.',
  ready: 'Computeranalyse fertig.',
  slow: 'Die Engine ist mit laufenden Partien beschäftigt. Die Analyse geht weiter, sobald sie frei ist. Du kannst diese Seite verlassen.',
  failed: (why) => `Computeranalyse fehlgeschlagen. ${why}`,
  offline: 'Der Server antwortet nicht. Neuer Versuch …',
  looked: (level, nodes) =>
    `${level === 'thorough' ? 'Tiefe Analyse' : 'Analyse'}: ${millions(nodes)} Stellungen durchsucht.`,

  graph: 'Gewinnaussichten',
  graphHelp:
    'Oben sind die Aussichten von Weiß, unten die von Schwarz. Wähle einen Zug mit den Pfeiltasten oder dem Zeiger.',
  start: 'Grundstellung',
  accounts: 'Genauigkeit beider Seiten',
  sides: colors,
  accuracy: 'Genauigkeit',
  accuracyWhy:
    'Die Genauigkeit ist 100 %, wenn kein Zug Gewinnaussichten verliert. Ein Zug, der ein Zehntel der Partie verliert, zählt 65 %, einer, der die Hälfte verliert, 10 %. Im Mittel zählen schlechte Züge und die in einer offenen Partie am meisten.',
  explain: 'Was diese Zahlen bedeuten',
  percent: (n) => (n === undefined ? '–' : `${figure(n, 1)} %`),
  inaccuracies: 'Ungenauigkeiten',
  mistakes: 'Fehler',
  blunders: 'Patzer',
  missed: 'Verpasste Matts',
  loss: 'Mittlerer Verlust',
  lossWhy:
    'Der mittlere Verlust ist in Hundertsteln eines Bauern pro Zug. Ein Zug, der 5 % der Gewinnaussichten verliert, ist eine Ungenauigkeit, 10 % ein Fehler, 15 % ein Patzer, ebenso einer, der ein Matt zulässt.',

  moments: 'Fehler',
  practice: 'Aus Fehlern lernen',
  playFrom: 'Ab hier spielen',
  playFromHelp: 'Beginnt in dieser Stellung eine Partie gegen den Computer',
  decided: (move) => `Die Partie kippte mit ${move}`,
  show: 'Spieler',
  both: 'Beide',
  none: (whose) => (whose === 'both' ? 'Keine Fehler gefunden.' : `Keine Fehler von ${colors[whose]}.`),
  line: (san) => `Beste Variante zeigen: ${san}`,
  kind: { 6: 'Ungenauigkeit', 2: 'Fehler', 4: 'Patzer' } as Record<number, string>,

  moment(m: ReviewMove, before: ReviewPoint, after: ReviewPoint): string {
    const out: string[] = []
    if (m.nag) out.push(`${this.kind[m.nag]}.`)
    if (m.missed)
      out.push(m.nag ? `Es gab ein Matt in ${m.missed}.` : `Ein verpasstes Matt: Es gab ein Matt in ${m.missed}.`)
    const allows = after.mate !== undefined && after.mate > 0 === (m.color === 'black')
    if (allows) out.push(`Das erlaubt Matt in ${Math.abs(after.mate!)}.`)
    if (after.over && after.chance === 0.5) out.push('Es ist Remis.')
    if (before.san[0]) {
      const worth = m.missed
        ? ''
        : `: ${score.short(before)}${allows || after.over ? '' : ` statt ${score.short(after)}`}`
      out.push(`Besser war ${displaySan(before.san[0])}${worth}.`)
    }
    return out.join(' ')
  },
} satisfies typeof en.review

/** „3,2 Millionen“, „850.000“. */
function millions(n: number): string {
  return n >= 1e6 ? `${figure(n / 1e6, 1)} Millionen` : figure(Math.round(n / 1000) * 1000)
}
