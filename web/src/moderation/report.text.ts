// Texts of reports on players.

export const reasons: Record<string, string> = {
  cheating: 'Cheating',
  insult: 'Insults',
  spam: 'Spam',
  name: 'Offensive name',
  other: 'Something else',
}

export const report = {
  title: (name: string) => `Report ${name}`,
  reason: 'What is wrong?',
  text: 'In a few words',
  hint: 'Only moderators see your report and who you are. What this player wrote in the chat there comes with it.',
  hintPage: 'Only moderators see your report and who you are. The address of this page comes with it.',
  hintPlain: 'Only moderators see your report and who you are.',
  block: 'Also block this player',
  send: 'Send',
  done: 'Thank you. A moderator will look at it.',
  failed: 'The server cannot be reached. Try again later.',
  menu: (name: string) => `What you can do about ${name}`,
  profile: 'Profile',
  blocked: (name: string) => `You have blocked ${name}.`,
  blockOne: 'Block',
  reportOne: 'Report',
}
