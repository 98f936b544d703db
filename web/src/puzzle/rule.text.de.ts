// Was man von einer Variante vor der ersten Aufgabe wissen muss.
import type * as en from './rule.text'

export const rule = {
  learn: 'Lernen',
  of: {
    shrink: 'Eine Reihe oder Linie, die ein Zug leer lässt, verschwindet, und das Brett rückt zusammen.',
    convergent:
      'Damen springen ein oder zwei Felder weit, Türme und Läufer ziehen bis zu drei. Eine Figur auf einem Königsfeld des Gegners (d1, e1 oder d8, e8) gibt Schach.',
    diminuendo:
      'Eine geschlagene Figur kehrt auf dem mittleren Feld z zurück, eine Stufe schwächer, und spielt für ihre Seite weiter.',
    cheshire:
      'Das Feld, das eine Figur verlässt, verschwindet: Keine darf dort halten, alle dürfen darüber ziehen. Ein König, der noch nicht gezogen hat, ist auch Dame.',
  } as Record<string, string>,
} satisfies typeof en.rule
