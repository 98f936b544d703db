// Texts of the way from a lesson to the computer's levels.

export const ladder = {
  path: 'Your path',
  label: (title: string) => `Your path: ${title}`,
  names: { lesson: 'Lesson', drills: 'Drills' },
  play: (level: number) => `Play level ${level}`,
  /** What is next. */
  at: {
    lesson: (n: number, of: number) => `Step ${n} of ${of}`,
    drills: (n: number, of: number) => `Drill ${n} of ${of}`,
  },
  onwards: 'Practice on ten drills, then play the computer, from level 1 upwards, without a clock and with takebacks.',
  drills: (title: string) => `${title}: ten drills`,
  all: 'The ten drills',
  next: 'Next drill',
  ended: 'That was the last drill',
  solved: (done: number, of: number) =>
    done === of ? `All ${of} drills are solved.` : `${done} of ${of} drills are solved.`,
  unsolved: (n: number) => `Go to drill ${n}`,
  after: 'Now play the computer, from level 1 upwards, without a clock and with takebacks.',
}
