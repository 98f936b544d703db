// What the replay of a game says.

export const replay = {
  label: 'Replay',
  play: 'Play the game through',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', rush: 'Very fast' },
  key: 'The space bar plays and pauses.',
}
