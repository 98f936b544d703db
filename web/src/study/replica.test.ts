import { describe, expect, it, test } from 'vitest'
import { Tree } from '../analysis/tree.svelte'
import { root, type TreeNode } from '../analysis/nodes'
import { diff } from './diff'
import { TestServer } from './fixtures'
import { mergeText } from './merge'
import { packTree, type MoveNode } from './model'
import { patch } from './patch'
import { Replica, type Pending } from './replica'

/** A page without a network: what it sends and hears is up to the test. */
class Client {
  readonly tree = new Tree({
    head: { variant: 'shrink', title: 'Shrink Chess', fen: '', tags: [], result: '*' },
    moves: [{}],
  })
  readonly replica: Replica
  #sent: Pending[] = []

  constructor(
    readonly server: TestServer,
    readonly me: number,
  ) {
    this.replica = new Replica(server.study(me))
    this.show()
  }
  show(): void {
    this.tree.merge((e) => patch(e, this.replica.moves('one')!, this.me))
  }
  /** Notes what the user has changed. */
  note(): void {
    this.replica.add(
      diff(this.replica.moves('one')!, this.tree.table, this.me, 'one', this.replica.seq),
      new Set(this.#sent.map((p) => p.key)),
    )
  }
  edit(change: (t: Tree) => void): void {
    change(this.tree)
    this.note()
  }
  hear(): void {
    this.note()
    expect(this.replica.take(this.server.news(this.replica.seq, this.me))).not.toBeNull()
    this.show()
  }
  /** Sends what is pending. A lost answer is as if it had not been sent. */
  send(lost = false): string[] {
    this.note()
    this.#sent = [...this.replica.pending]
    if (!this.#sent.length) return []
    const answer = this.server.command(
      this.me,
      this.replica.seq,
      this.#sent.map((p) => p.command),
    )
    if (lost) return []
    expect(this.replica.take(answer)).not.toBeNull()
    this.replica.decided(new Set(this.#sent.map((p) => p.key)))
    this.#sent = []
    this.show()
    return answer.rejected
  }
  go(...moves: string[]): void {
    this.tree.go(moves.reduce((at, move) => this.tree.child(at, move)!, root))
  }
  play(...moves: string[]): void {
    this.edit((t) => moves.forEach((m) => t.play(m, m.toUpperCase())))
  }
  /** All that is shown, as text: moves with brackets around what follows them. */
  text(): string {
    const one = (m: TreeNode): string => {
      const said = [
        ...[...(m.others ?? []), ...(m.after ? [{ by: this.me, text: m.after }] : [])]
          .sort((a, b) => a.by - b.by)
          .map((c) => `${c.by}:${c.text}`),
        ...(m.hint ? [`?${m.hint}`] : []),
        ...[...m.nags].sort().map((n) => `$${n}`),
        ...m.arrows.map((a) => `${a.from}${a.to}${a.color}`).sort(),
      ]
      return (
        m.move +
        (said.length ? `{${said.join(' ')}}` : '') +
        (m.children.length ? `(${m.children.map((c) => one(this.tree.get(c))).join(' ')})` : '')
      )
    }
    return one(this.tree.get(root))
  }
}
const two = () => {
  const server = new TestServer()
  return { server, anna: new Client(server, 1), ben: new Client(server, 2) }
}
const arrow = (from: string, to: string, color: 'green' | 'red' = 'green') => ({ from, to, color })

describe('two people', () => {
  it('see each other’s moves, arrows and comments', () => {
    const { anna, ben } = two()
    anna.play('a', 'b')
    anna.edit((t) => t.setComment('after', 'why?'))
    anna.send()
    ben.hear()
    ben.go('a', 'b')
    ben.edit((t) => (t.setComment('after', 'because'), t.toggleArrow(arrow('e2', 'e4'))))
    ben.send()
    anna.hear()
    expect(anna.text()).toBe('(a(b{1:why? 2:because e2e4green}))')
    expect(ben.text()).toBe(anna.text())
  })

  it('do not lose a comment at a line that another one deletes at the same time', () => {
    const { anna, ben } = two()
    anna.play('a', 'b', 'c')
    anna.send()
    ben.hear()
    ben.go('a', 'b')
    ben.edit((t) => t.setComment('after', 'good'))
    anna.go('a')
    anna.edit((t) => t.remove())
    ben.send()
    anna.send()
    ben.hear()
    expect(anna.text()).toBe('(a(b{2:good}))')
    expect(ben.text()).toBe(anna.text())
  })

  it('delete what they added themselves while it was being sent', () => {
    const { anna, server } = two()
    anna.play('a')
    const first = [...anna.replica.pending]
    const answer = server.command(
      1,
      0,
      first.map((p) => p.command),
    )
    anna.go('a')
    anna.edit((t) => t.remove())
    anna.replica.take(answer)
    anna.replica.decided(new Set(first.map((p) => p.key)))
    anna.show()
    expect(anna.text()).toBe('')
    anna.send()
    expect(anna.text()).toBe('')
  })

  it('keep what an account writes on two devices', () => {
    const server = new TestServer()
    const [phone, desk] = [new Client(server, 1), new Client(server, 1)]
    phone.edit((t) => t.setComment('after', 'train'))
    desk.edit((t) => t.setComment('after', 'home'))
    phone.send()
    desk.send()
    phone.hear()
    expect(phone.text()).toBe('{1:train\nhome}')
    expect(desk.text()).toBe(phone.text())
  })

  it('send again what had no answer', () => {
    const { anna, ben, server } = two()
    anna.play('a', 'b')
    anna.edit((t) => t.setComment('after', 'x'))
    anna.send(true)
    anna.send(true)
    expect(anna.send()).toEqual(anna.send().concat(['', '']))
    ben.hear()
    expect(ben.text()).toBe('(a(b{1:x}))')
    expect(server.seq).toBe(2)
  })
})

it('leaves a text alone that is being typed', () => {
  const { anna, ben } = two()
  anna.edit((t) => t.setComment('after', 'first '))
  anna.send()
  ben.play('a')
  ben.send()
  anna.hear()
  expect(anna.tree.get(root).after).toBe('first ')
  anna.edit((t) => t.setComment('after', 'first word'))
  anna.send()
  ben.hear()
  expect(ben.text()).toBe('{1:first word}(a)')
})

it('makes one change of what is typed, but not of what is being sent', () => {
  const { anna, server } = two()
  for (const text of ['a', 'ab', 'abc']) anna.edit((t) => t.setComment('after', text))
  expect(anna.replica.pending).toHaveLength(1)
  expect(anna.replica.pending[0]!.command.comment).toEqual({ was: '', text: 'abc' })
  anna.send(true)
  anna.edit((t) => t.setComment('after', 'abcd'))
  expect(anna.replica.pending).toHaveLength(2)
  anna.send()
  expect(server.root.note.comments).toEqual([{ by: 1, text: 'abcd' }])
})

describe('undo', () => {
  it('takes back the user’s own edits, on the server, too', () => {
    const { anna, ben } = two()
    anna.play('a', 'b')
    anna.send()
    ben.play('x')
    ben.send()
    anna.edit((t) => t.undo())
    anna.send()
    ben.hear()
    expect(ben.text()).toBe('(a x)')
  })
  it('does not take back what another person has changed since', () => {
    const { anna, ben } = two()
    anna.play('a')
    anna.edit((t) => t.setNags([1]))
    anna.send()
    ben.hear()
    ben.go('a')
    ben.edit((t) => t.setNags([1, 10]))
    ben.send()
    anna.hear()
    expect(anna.tree.canUndo).toBe(false)
    expect(anna.text()).toBe('(a{$1 $10})')
  })
  it('brings a deleted line back', () => {
    const { anna, ben } = two()
    anna.play('a', 'b', 'c')
    anna.send()
    anna.go('a')
    anna.edit((t) => t.remove())
    anna.send()
    anna.edit((t) => t.undo())
    anna.send()
    ben.hear()
    expect(ben.text()).toBe('(a(b(c)))')
  })
  it('brings back what others have written in a deleted line', () => {
    const { anna, ben } = two()
    anna.play('a', 'b', 'c')
    anna.send()
    ben.hear()
    ben.go('a', 'b')
    ben.edit((t) => (t.setComment('after', 'mine'), t.toggleArrow(arrow('e2', 'e4'))))
    ben.send()
    anna.hear()
    anna.go('a')
    for (const sent of [true, false]) {
      anna.edit((t) => t.remove())
      if (sent) anna.send()
      anna.edit((t) => t.undo())
      anna.send()
      ben.hear()
      expect(ben.text()).toBe('(a(b{2:mine e2e4green}(c)))')
      expect(anna.text()).toBe(ben.text())
    }
    // The line can be deleted at once again.
    anna.edit((t) => t.remove())
    anna.send()
    expect(anna.text()).toBe('')
  })
})

it('keeps the shown move, or the last one before it that is still there', () => {
  const { anna, ben } = two()
  anna.play('a', 'b', 'c')
  anna.send()
  ben.hear()
  ben.go('a', 'b', 'c')
  anna.go('a', 'b')
  anna.edit((t) => t.remove())
  anna.send()
  ben.hear()
  expect(ben.tree.moves()).toEqual(['a'])
})

it('promotes variations for everyone', () => {
  const { anna, ben } = two()
  anna.play('a')
  anna.go()
  anna.play('b')
  anna.edit((t) => t.makeMain())
  anna.send()
  ben.hear()
  expect(ben.text()).toBe('(b a)')
})

it('stores and restores what the server does not have yet', () => {
  const { anna, server } = two()
  anna.play('a', 'b')
  anna.send()
  anna.edit((t) => t.setComment('after', 'later'))
  const again = new Replica(structuredClone(anna.replica.stored()))
  again.restore(structuredClone(anna.replica.pending) as Pending[])
  const said = (r: Replica) => packTree(r.moves('one')!).map((n) => [n.move, n.comments])
  expect(said(again)).toEqual(said(anna.replica))
  expect(
    again.add([{ command: { kind: 'line', base: 0, chapter: 'one', path: [], moves: ['z'] } }])[0]!.key,
  ).toBeGreaterThan(again.pending[0]!.key)
  expect(server.seq).toBe(1)
})

it('reads the study again if events are missing', () => {
  const { anna, server } = two()
  const news = {
    ...server.news(0, 1),
    seq: 9,
    events: [{ seq: 7, at: 7, kind: 'cut' as const, chapter: 'one', path: ['a'] }],
  }
  expect(anna.replica.take(news)).toBeNull()
  expect(anna.replica.take({ ...news, events: [{ ...news.events[0]!, seq: 1 }] })).toBeNull()
  expect(anna.replica.take({ ...news, events: [], reset: true })).toBeNull()
})

it('shows a chapter that the server does not have yet', () => {
  const { anna } = two()
  const game = {
    variant: 'chess',
    title: 'Chess',
    fen: '',
    tags: [],
    result: '*',
    root: { move: '', san: '', after: 'hi', children: [{ move: 'e2e4', san: 'e4', children: [] }] },
  }
  anna.replica.add([{ command: { kind: 'add-chapter', base: 0, chapter: 'two', head: { name: 'Two' }, game } }])
  anna.replica.add([{ command: { kind: 'chapters', base: 0, order: ['two', 'one'] } }])
  anna.replica.add([{ command: { kind: 'head', base: 0, chapter: 'one', head: { name: 'Uno', flipped: true } } }])
  expect(anna.replica.chapters().map((h) => [h.name, h.variant, h.flipped])).toEqual([
    ['Two', 'chess', undefined],
    ['Uno', 'shrink', true],
  ])
  expect(anna.replica.moves('two')!.children[0]!.san).toBe('e4')
  expect(anna.replica.moves('two')!.comments).toEqual([{ by: 1, text: 'hi' }])
})

test.each([
  ['', '', 'a', 'a'],
  ['b', '', 'a', 'b\na'],
  ['ab', 'a', 'ac', 'ab\nac'],
  ['x', 'a', '', 'x'],
  ['abc', '', 'b', 'abc\nb'],
  ['b\na', 'a', 'ac', 'b\nac'],
  ['b', '', 'abc', 'b\nabc'],
  ['', 'a', 'ab', 'ab'],
  ['a', 'a', '', ''],
])('%j with the edit from %j to %j is %j', (now, was, text, merged) => {
  expect(mergeText(now, { was, text })).toBe(merged)
})

/** Returns numbers below n, always the same for a seed. */
function dice(seed: number): (n: number) => number {
  let x = seed * 2654435761 + 1
  return (n) => {
    x = (Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0
    return (x >>> 8) % n
  }
}

/** Makes a random edit of the tree. */
function randomEdit(c: Client, roll: (n: number) => number): void {
  const nodes: TreeNode[] = []
  const walk = (n: MoveNode, at: number) => {
    nodes.push(c.tree.get(at))
    n.children.forEach((x) => walk(x, c.tree.child(at, x.move)!))
  }
  c.note()
  walk(c.replica.moves('one')!, root)
  const m = nodes[roll(nodes.length)]!
  c.tree.go(m.id)
  const words = ['one', 'two', 'three']
  c.edit((t) => {
    switch (roll(9)) {
      case 0:
      case 1:
        return t.play('abc'[roll(3)]!, 'ABC'[roll(3)]!)
      case 2:
        return t.setComment('after', `${m.after} ${words[roll(3)]}`.trim())
      case 3:
        return m.parent === null ? undefined : t.remove()
      case 4:
        return t.promote()
      case 5:
        return t.setNags(m.nags.length ? [] : [1 + roll(3)])
      case 6:
        return t.toggleArrow(arrow('e2', 'e4', roll(2) ? 'red' : 'green'))
      case 7:
        return roll(2) ? t.undo() : t.redo()
      default:
        return t.setHint(words[roll(3)]!)
    }
  })
}

test.each(Array.from({ length: 60 }, (_, seed) => [seed]))('random edits of two people end equal (%i)', (seed) => {
  const roll = dice(seed)
  const { anna, ben, server } = two()
  for (let i = 0; i < 120; i++) {
    const c = roll(2) ? anna : ben
    const what = roll(10)
    if (what < 6) randomEdit(c, roll)
    else if (what < 7) c.hear()
    else c.send(what === 9)
    // What is shown is what the model says.
    expect(diff(c.replica.moves('one')!, c.tree.table, c.me, 'one', 0)).toEqual([])
  }
  for (const c of [anna, ben, anna, ben]) {
    c.send()
    c.hear()
  }
  expect(anna.replica.pending).toEqual([])
  expect(server.seq).toBeGreaterThan(15)
  expect(anna.text()).toBe(ben.text())
  expect(new Client(server, 1).text()).toBe(anna.text())
})

it('changes tags one by one', () => {
  const anna = new Client(new TestServer(), 1)
  const head = {
    ...anna.replica.heads[0]!,
    tags: [
      { name: 'White', value: 'Zoë' },
      { name: 'Round', value: '3' },
    ],
  }
  anna.replica.take({
    ...anna.server.news(0, 1),
    seq: 1,
    events: [{ kind: 'head', seq: 1, at: 1, by: 2, chapter: 'one', head }],
  })
  const setTags = [
    { name: 'Round', value: '' },
    { name: 'White', value: 'Zoë Q.' },
    { name: 'Date', value: '2024.05.01' },
  ]
  anna.replica.add([{ command: { kind: 'head', base: 0, chapter: 'one', head: { setTags } } }])
  expect(anna.replica.chapters()[0]!.tags).toEqual([
    { name: 'White', value: 'Zoë Q.' },
    { name: 'Date', value: '2024.05.01' },
  ])
})
