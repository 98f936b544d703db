// Texts of the pages about this site: about, help and privacy.

/** A part of such a page, under its heading. */
interface Section {
  title: string
  /** Whether it is about sites, which have no server, or about servers; absent: about both. */
  site?: boolean
  text?: string[]
  list?: string[]
  /** Keys and what they do. */
  keys?: [string, string][]
  /** Pages that say more: of this site, of the manual, or of others. */
  links?: { to: string; label: string }[]
}
/** A page about this site. */
export interface InfoText {
  title: string
  intro: string
  sections: Section[]
}

const about: InfoText = {
  title: 'About wane',
  intro:
    'wane is a place to play four chess variants, an engine that plays them, and their complete rules as a program. All of it is free software (MIT license).',
  sections: [
    {
      title: 'Who invented the games',
      list: [
        'Shrink Chess: played by students in Amsterdam and Nijmegen around 1990, as Krimpschaak. Pepijn van Erp clarified the rules and sent them to The Chess Variant Pages in 1996.',
        'Convergent Chess: A. J. Winkelspecht, December 1999, for a contest of games on 40 squares.',
        'Diminuendo Chess: David T. Jagger, April 2003, for a contest of games on 43 squares.',
        'Cheshire Cat Chess: V. R. Parton (1897–1974), in 1970.',
      ],
      text: ['The inventors left a few questions open. The rules of each game say how wane answers them.'],
      links: [
        { to: '/rules/shrink', label: 'The rules' },
        { to: 'https://www.pepijnvanerp.nl/chess/shrink-chess/', label: 'Pepijn van Erp on Shrink Chess' },
        { to: 'https://www.chessvariants.com/40.dir/convergentchess.html', label: 'Convergent Chess by its inventor' },
        { to: 'https://www.chessvariants.com/43.dir/diminuendo.html', label: 'Diminuendo Chess by its inventor' },
        { to: 'https://www.chessvariants.com/parton/ChesshireCat1.txt', label: 'V. R. Parton’s booklet' },
      ],
    },
    {
      title: 'The computer',
      text: [
        'The computer has levels 1 to 8: level 1 is for a first game, level 8 plays as well as it can. The same engine analyzes in your browser. It is marked by a chip before its name.',
      ],
      links: [{ to: '/docs/strength', label: 'How strong the engine is' }],
    },
    {
      title: 'Manual and program',
      text: [
        'The manual explains the page, the terminal program, the engine, file formats and how to run a server of your own.',
      ],
      links: [
        { to: '/docs', label: 'Manual' },
        { to: '/docs/api', label: 'The HTTP API' },
        { to: 'https://github.com/wane-chess/wane', label: 'Source code' },
      ],
    },
  ],
}

const help: InfoText = {
  title: 'Help',
  intro: 'How to play here with a mouse, by touch, or by keyboard alone.',
  sections: [
    {
      title: 'Start a game',
      site: false,
      text: [
        'Choose Play and an opponent: the computer, a friend who gets a link, a player with an account by name, anyone who joins from the home page, or both colors on one screen. You need no account. With one you keep your games, analyses and studies on all devices, and can play rated games.',
      ],
    },
    {
      title: 'Start a game',
      site: true,
      text: [
        'Choose Play, a level of the computer and your color. The game stays in this browser: you find it again on the home page and among your analyses.',
      ],
    },
    {
      title: 'Lessons',
      text: ['Each variant has a lesson of five short tasks. It takes about five minutes.'],
      links: [
        { to: '/learn/shrink', label: 'Learn Shrink Chess' },
        { to: '/learn/convergent', label: 'Learn Convergent Chess' },
        { to: '/learn/diminuendo', label: 'Learn Diminuendo Chess' },
        { to: '/learn/cheshire', label: 'Learn Cheshire Cat Chess' },
      ],
    },
    {
      title: 'Make a move',
      list: [
        'Drag the piece, or tap it and then its destination.',
        'Before you let go, the board shows what the move does: lines that collapse, squares that vanish, what a captured piece becomes.',
        'While your opponent thinks, you can play your next move in advance (premove). Tap a square without a piece of yours, or press Escape, to cancel it.',
        'The settings can ask for a second tap before each move.',
        'The right mouse button draws arrows and circles on the board.',
      ],
    },
    {
      title: 'By keyboard',
      text: ['Tab reaches every button and the board. Screen readers hear each move and what it did.'],
      keys: [
        ['Arrow keys', 'go from square to square on the board'],
        ['Enter', 'selects a piece, then its destination'],
        ['Escape', 'cancels the selection'],
        ['M', 'goes to the field for typing a move, such as Nf3 or g1f3'],
        ['F', 'flips the board'],
        ['Z', 'hides the header and, in games, the list of moves (zen mode)'],
        ['← →', 'step through the moves, also during a game'],
        ['Home, End', 'go to the first and to the last move'],
        ['?', 'shows these keys; on the analysis board, those of its own'],
      ],
    },
    {
      title: 'Names',
      site: false,
      text: [
        'You choose your name in the settings, and so do all other guests. Therefore each guest also has a random tag, such as #k7f2mq: two guests with the same name almost always differ by their tags. Yours stays the same as long as your browser keeps the cookie. The computer has a chip before its name instead.',
      ],
    },
    {
      title: 'Account',
      site: false,
      list: [
        'An account needs a name and a password, no e-mail address. What you have played as a guest in this browser becomes the account’s.',
        'With a passkey you sign in by fingerprint, face or the lock of your device. Add one on the page of your account.',
        'Keep the recovery codes: each lets you choose a new password once.',
        'That page also shows where you are signed in, and makes tokens for programs.',
        'Your account keeps your analyses. If two devices change the same analysis, both versions stay.',
        'On the page of a player you can follow the player, to see when you are both online, or block the player: no challenges, pairings or messages.',
      ],
      links: [
        { to: '/signup', label: 'Create an account' },
        { to: '/signin', label: 'Sign in' },
        { to: '/account', label: 'Your account' },
      ],
    },
    {
      title: 'Time',
      site: false,
      list: [
        'With a clock, each player has 60 seconds for the first move; then the clocks run. On one screen and for the computer there is no such limit.',
        'If your opponent leaves a game with a clock, you can claim it after 30 seconds, with unlimited time after 5 minutes.',
        'A game without an opponent leaves the list of open games after an hour, by correspondence after 14 days.',
        'On one screen a clock that runs out does not end the game: the page asks. Such a game ends without a result 30 days after its last move or takeback.',
      ],
    },
    {
      title: 'More',
      links: [
        { to: '/docs/playing', label: 'Manual: playing' },
        { to: '/docs/analysis', label: 'Manual: analysis' },
        { to: '/about', label: 'About wane' },
        { to: '/privacy', label: 'Privacy' },
      ],
    },
  ],
}

const privacy: InfoText = {
  title: 'Privacy',
  intro: 'There is no advertising and no tracker, and nothing is loaded from other sites. This is what is stored.',
  sections: [
    {
      title: 'Three cookies',
      site: false,
      text: [
        'The cookie “wane” (“__Host-wane” over HTTPS) holds a random number, the name you chose and when it was given, signed by the server. It makes you the player of your games. It lasts until you have stayed away for a year. Boards on other websites set no cookies.',
        'If you delete it, you are a new guest: your games remain, but you cannot continue them.',
        'While you are signed in to an account, the cookie “wane-session” (“__Host-wane-session”) holds a random secret in its place. It is valid until you sign out, or have stayed away for 30 days.',
        'If you choose a language in the settings, the cookie “wane-language” holds it for a year, so that pages come in that language.',
      ],
    },
    {
      title: 'In your browser only',
      site: false,
      list: [
        'your settings, and what you chose last in quick pairing, the new-game dialog, the explorer, the engine panel and the replay;',
        'which steps of the lessons you have done;',
        'the name of your account while you are signed in, so that the header shows it, and which notices of challenges you have closed;',
        'your analyses, and games against the computer that you began without a network;',
        'the page itself, so that it works without a network;',
        'a move that was not sent because the connection broke, until the tab is closed.',
      ],
      text: [
        'All of it stays until you delete this site’s data, or your browser does: some do when storage runs low, or after weeks without a visit. Without an account the server stores no analysis, and links to analyses are read by your browser alone. Until the rules are loaded in your browser, or if they cannot be loaded, the page sends the server the positions and moves on your board, and it answers without storing them. It also sees the positions that you look up in the explorer or the tablebase, turn into pictures, or open by a position link.',
      ],
    },
    {
      title: 'In your browser only',
      site: true,
      list: [
        'your settings, and what you chose last;',
        'which steps of the lessons you have done, and which levels you have beaten;',
        'your games against the computer and your analyses;',
        'your attempts at puzzles, your ratings and best runs;',
        'the page itself, so that it works without a network.',
      ],
      text: [
        'All of it stays until you delete this site’s data, or your browser does: some do when storage runs low, or after weeks without a visit.',
      ],
    },
    {
      title: 'On the web host',
      site: true,
      text: [
        'This site has no accounts and no cookies, and sends nothing of what you do. As every web host, its host sees which files your browser loads, when and from which IP address, and may log that.',
      ],
    },
    {
      title: 'On the server',
      site: false,
      list: [
        'Each game: the moves with their times, the names of the players, the result, and the random number from the cookie of each player and of the guest who created it. Other players never get this number, only the tag and a code made from it.',
        'What you write in the chat of a game, with your name and number, for 30 days. The other player reads the chat of the players; everyone who can watch reads that of the spectators. The operator of this server can read both. The same holds for the chats of tournaments, which everyone reads, and of studies, which those read who read the study.',
        'Computer analyses, and the random number of the guest who last asked for each.',
        'What the bell shows, for 60 days. If you turn notifications of your browser on: the address that the browser’s maker gives it for that, and its keys, until you turn them off. The texts go there encrypted; the maker cannot read them.',
        'Games against the computer or against anyone, and those that begin by a challenge, are public: everyone finds them in the lists and can download them. Games against a friend and on one screen are in no list, but everyone who has the link can watch.',
        'Games with a result are kept without a limit of time; games that nobody finished are deleted, usually 30 days after their end. Your name and number are removed from your games, usually a year after your last game.',
        'The operator of this server may choose other times, and can end and delete games. A log says who did.',
      ],
    },
    {
      title: 'Your account, if you have one',
      site: false,
      list: [
        'Its name, which everyone sees, its role and when it was made; the random number that was the guest’s.',
        'What argon2id makes of your password, from which it cannot be read; hashes of your recovery codes and tokens; the public keys of your passkeys and the names that you gave them.',
        'Where you are signed in: the kind of browser and system, since when, and the last use to an hour. You can end each of these sessions.',
        'Your ratings, and how each rated game has changed them. With your seat, a hash of your address and the game, which only says whether both players sat down at one address.',
        'Your analyses, so that you have them on all devices; you alone can read them. They stay until you delete them. Signing out removes them from the browser.',
        'Whom you follow and whom you block, which only you see; others see how many follow you. For a day, until when you were online; you can hide that from your followers.',
        'If you give one: your e-mail address, which only the operator of this server can see. It gets links that confirm it or let you in again, notes about changes of your account and, if you want them, your unread notifications. Mails that wait to be sent are kept for two days at most.',
        'What you report to the moderators, with the messages that it is about, until 30 days after their decision; only they see that it was you. Your conditional moves until the game ends, and your notes beside games, which only you see.',
        'How many days of vacation you have used, and when the last ones were.',
        'Attempts to sign in, with the name and a hash of the address, for a day after the last one; hashes of the addresses from which you have signed in, for half a year.',
        'You can download all of this, and delete your account. Then your games stay for your opponents, without your name and number; a hash keeps your name from being taken by others.',
      ],
    },
    {
      title: 'Logs',
      site: false,
      text: [
        'The server may log each request: its time, method, kind of page, status, size and duration. If its operator chooses so, it also logs the path and the IP address (for IPv6 the network). It logs no cookies and nothing that follows the question mark. Counts of requests by address, which limit floods, are in memory only. wane itself keeps no logs: how long they are kept is up to the operator of this server.',
      ],
    },
  ],
}

export const info = { about, help, privacy }
