// What the replay of a game says.

export const replay = {
  label: 'Replay',
  play: 'Play the game through',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { slow: '½×', normal: '1×', fast: '2×', rush: '4×' },
  key: 'The space bar plays and pauses.',
}
