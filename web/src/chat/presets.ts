// The presets that a chat offers.

/** Returns the presets for the state of a tournament. */
export function presetsOf(status: string): string[] {
  return status === 'finished' ? ['well-played', 'thanks', 'goodbye'] : ['hello', 'good-luck', 'have-fun', 'thanks']
}

/** Those for a study. */
export const studyPresets: readonly string[] = ['hello', 'nice-move', 'thanks', 'goodbye']

/** Returns the presets for the state of a game, the usual first. */
export function presetsFor(status: string, plies: number): string[] {
  if (status === 'finished') return ['good-game', 'well-played', 'thanks', 'rematch', 'goodbye']
  if (plies < 4) return ['hello', 'good-luck', 'have-fun', 'you-too']
  return ['nice-move', 'oops', 'one-moment', 'thanks', 'goodbye']
}
