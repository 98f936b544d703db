// Plays a game on a server with a client made for Lichess, as it is published. The client has
// the address of Lichess in it, so fetch leads it to the server: only the base URL changes.
import assert from 'node:assert/strict';
import equine from 'equine';

const server = process.argv[2] ?? 'http://localhost:8080';
const real = globalThis.fetch;
globalThis.fetch = (address, options) => real(String(address).replace('https://lichess.org', server), options);

// account signs up and returns a client with a token of the new account.
async function account(name) {
  let cookies = '';
  const ask = async (path, body) => {
    const response = await real(server + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookies },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, `${path}: ${response.status}`);
    cookies = [cookies, ...response.headers.getSetCookie().map((c) => c.split(';')[0])].filter(Boolean).join('; ');
    return response.json();
  };
  await ask('/api/signup', { name, password: `the password of ${name} and more` });
  const { secret } = await ask('/api/account/tokens', { name: 'client', scopes: ['board:play', 'challenge:read', 'challenge:write'] });
  return new equine.Equine(secret);
}

// check asserts and says what was tried.
function check(what, got, want) {
  assert.deepEqual({ ...got, ...want }, got);
  console.log(`ok  ${what}`);
}

const done = { ok: true };
const suffix = Date.now().toString(36).slice(-5);
const [annName, bobName] = [`Ann${suffix}`, `Bob${suffix}`];
const ann = await account(annName);
const bob = await account(bobName);

check('account.profile', await ann.account.profile(), { id: annName.toLowerCase(), username: annName });
check('user.info', await ann.user.info({ username: bobName }), { username: bobName });
check('users.status', (await ann.users.status({ ids: [annName, bobName] }))[1], { id: bobName.toLowerCase() });

const first = await ann.challenge.create({ username: bobName });
check('challenge.create', first, { status: 'created', direction: 'out', color: 'random' });
check('account.challenges', (await bob.account.challenges()).in[0], { id: first.id, direction: 'in' });
check('challenge.decline', await bob.challenge.decline({ challengeId: first.id }), done);
const second = await ann.challenge.create({ username: bobName });
check('challenge.cancel', await ann.challenge.cancel({ challengeId: second.id }), done);
assert.ok((await bob.challenge.accept({ challengeId: second.id })).error);
const open = await ann.challenge.open({ clockLimit: 300, clockIncrement: 3, color: 'white', variant: 'shrink' });
check('challenge.open', open, { speed: 'blitz', variant: { key: 'shrink', name: 'Shrink Chess', short: 'Shrink Chess' } });
check('challenge.accept', await bob.challenge.accept({ challengeId: open.id }), done);

const gameId = open.id;
check('account.ongoing', (await bob.account.ongoing({ limit: 5 })).nowPlaying[0], { gameId, color: 'black', isMyTurn: false });
check('board.move', await ann.board.move({ gameId, move: 'e2e4' }), done);
assert.match((await ann.board.move({ gameId, move: 'd2d4' })).error, /turn/);
check('board.move', await bob.board.move({ gameId, move: 'e7e5' }), done);
check('board.takeback', await bob.board.takeback({ gameId, accept: true }), done);
check('board.takeback', await ann.board.takeback({ gameId, accept: true }), done);
check('board.move', await bob.board.move({ gameId, move: 'd7d5' }), done);
check('board.draw', await ann.board.draw({ gameId, accept: true }), done);
check('board.draw', await bob.board.draw({ gameId, accept: false }), done);
assert.ok((await ann.board.victory({ gameId })).error);
check('board.resign', await bob.board.resign({ gameId }), done);

const ai = await ann.challenge.ai({ level: 2, clockLimit: 300, clockIncrement: 3, color: 'white', variant: 'standard' });
check('challenge.ai', ai, { source: 'ai', color: 'white' });
check('board.abort', await ann.board.abort({ gameId: ai.id }), done);
console.log('All of it works.');
