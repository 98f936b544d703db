// Texte der Partien gegen den Computer in diesem Browser.
import type * as en from './local.text'

export const local = {
  you: 'Du',
  kept: 'Die Partie bleibt bei deinen Analysen in diesem Browser.',
  blocked:
    'Dieser Browser sperrt den Speicher, deshalb geht die Partie verloren, wenn du die Seite verlässt oder neu lädst.',
  list: 'Partien in diesem Browser',
  all: 'Alle Analysen und Partien in diesem Browser',
} satisfies typeof en.local
