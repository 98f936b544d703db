// A small server for tests: it decides on commands as package sharedstudy does, without the checks.

import type {
  PackedNode,
  Remark,
  SharedStudy,
  StudyAnswer,
  StudyCommand,
  StudyEvent,
  StudyNews,
  StudyNote,
  TextEdit,
} from './types'

interface Node {
  move: string
  san: string
  note: StudyNote & { comments: Remark[]; nags: number[]; arrows: NonNullable<StudyNote['arrows']> }
  seq: number
  children: Node[]
}
const newNode = (move = '', seq = 0): Node => ({
  move,
  san: move.toUpperCase(),
  note: { comments: [], nags: [], arrows: [] },
  seq,
  children: [],
})

function merged(now: string, { was, text }: TextEdit): string {
  if (now === was) return text
  if (text === was || !text || now.includes(text)) return now
  if (text.includes(now)) return text
  if (was && now.startsWith(was) && text.startsWith(was)) return now + '\n' + text.slice(was.length).trim()
  return now + '\n' + text
}

export class TestServer {
  root = newNode()
  events: StudyEvent[] = []
  #deleted: { by: number; path: string[]; line: Node }[] = []
  /** Why a command is rejected; '' for those that are not. */
  reject: (c: StudyCommand) => string = () => ''

  constructor(readonly names = ['Anna', 'Ben']) {}

  get seq(): number {
    return this.events.length
  }

  study(me: number): SharedStudy {
    const tree: PackedNode[] = []
    const add = (n: Node, parent: number) => {
      const i = tree.length
      tree.push({ parent, move: n.move, san: n.san, ...structuredClone(n.note), seq: n.seq })
      n.children.forEach((c) => add(c, i))
    }
    add(this.root, 0)
    return {
      id: 'study',
      seq: this.seq,
      settings: { name: 'Endings', visibility: 'public', comments: 'everyone' },
      created: 1,
      updated: 1,
      people: this.names.map((name, i) => ({ number: i + 1, name, role: i ? 'contributor' : 'owner' })),
      chapters: [{ id: 'one', name: 'One', variant: 'shrink', title: 'Shrink Chess', result: '*' }],
      chapter: 'one',
      tree,
      mine: { number: me, role: 'contributor', edit: true, comment: true, clone: true },
    }
  }
  news(since: number, me: number): StudyNews {
    const { seq, people, mine } = this.study(me)
    return structuredClone({ seq, events: this.events.slice(since), people, mine, here: { version: '', list: [] } })
  }
  command(me: number, since: number, commands: StudyCommand[]): StudyAnswer {
    const start = this.seq
    const rejected = structuredClone(commands).map((c) => {
      const why = this.reject(c)
      if (!why) this.#decide(c, me, start)
      return why
    })
    return { ...this.news(since, me), rejected }
  }

  #at(path: string[]): Node | undefined {
    let n: Node | undefined = this.root
    for (const move of path) n = n?.children.find((c) => c.move === move)
    return n
  }
  #event(by: number, e: Partial<StudyEvent> & Pick<StudyEvent, 'kind'>): number {
    const seq = this.seq + 1
    this.events.push(structuredClone({ seq, at: seq, by, chapter: 'one', ...e }))
    return seq
  }
  #line(path: string[], by: number): void {
    let n = this.root
    let depth = 0
    for (let next; (next = n.children.find((c) => c.move === path[depth])); depth++) n = next
    if (depth === path.length) return
    const seq = this.#event(by, {
      kind: 'line',
      path: path.slice(0, depth),
      moves: path.slice(depth).map((move) => ({ move, san: move.toUpperCase() })),
    })
    for (const move of path.slice(depth)) {
      const next = newNode(move, seq)
      n.children.push(next)
      n = next
    }
  }
  #decide(c: StudyCommand, by: number, start: number): void {
    const path = c.path ?? []
    if (c.kind === 'line') return this.#line([...path, ...(c.moves ?? [])], by)
    if (c.kind === 'restore') return this.#restore(path, by)
    const n = this.#at(path)
    if (c.kind === 'cut') return n && this.#cut(n, path, c, by, start)
    if (c.kind === 'sort') return n && this.#sort(n, path, c.order ?? [], by)
    const note = structuredClone(n?.note ?? newNode().note)
    if (c.kind === 'comment') {
      const now = note.comments.find((o) => o.by === by)?.text ?? ''
      const text = merged(now, c.comment!)
      if (text === now) return
      const place = note.comments.findIndex((o) => o.by === by)
      if (place >= 0) note.comments[place] = { by, text }
      else note.comments.push({ by, text })
      note.comments = note.comments.filter((o) => o.text)
    } else if (c.kind === 'note') {
      const e = c.edit!
      if (e.hint) note.hint = merged(note.hint ?? '', e.hint)
      if (e.before) note.before = merged(note.before ?? '', e.before)
      note.nags = [
        ...note.nags.filter((x) => !e.removeNags?.includes(x) && !e.addNags?.includes(x)),
        ...(e.addNags ?? []),
      ]
      const gone = (a: { from: string; to: string }) =>
        [...(e.removeArrows ?? []), ...(e.addArrows ?? [])].some((b) => a.from === b.from && a.to === b.to)
      note.arrows = [...note.arrows.filter((a) => !gone(a)), ...(e.addArrows ?? [])]
      if (JSON.stringify(note) === JSON.stringify(n?.note)) return
    }
    this.#line(path, by)
    const at = this.#at(path)!
    at.note = note
    at.seq = this.#event(by, { kind: 'note', path, note })
  }
  #cut(n: Node, path: string[], c: StudyCommand, by: number, start: number): void {
    const keeps = (x: Node): boolean => (x.seq > c.base && x.seq <= start) || x.children.some(keeps)
    if (keeps(n)) return [...n.children].forEach((x) => this.#cut(x, [...path, x.move], c, by, start))
    const parent = this.#at(path.slice(0, -1))!
    parent.children = parent.children.filter((x) => x !== n)
    this.#event(by, { kind: 'cut', path })
    this.#deleted.push({ by, path, line: n })
  }
  #restore(path: string[], by: number): void {
    const line = this.#deleted.findLast((d) => d.by === by && d.path.join() === path.join())?.line
    const parent = this.#at(path.slice(0, -1))
    if (!line || !parent || this.#at(path)) return // the real server merges what is there
    const tree: PackedNode[] = [{}]
    const seq = this.seq + 1
    const add = (n: Node, at: number) => {
      n.seq = seq
      const i = tree.push({ parent: at, move: n.move, san: n.san, ...structuredClone(n.note) }) - 1
      n.children.forEach((c) => add(c, i))
    }
    add(line, 0)
    parent.children.push(line)
    this.#event(by, { kind: 'restore', path: path.slice(0, -1), tree })
  }
  #sort(n: Node, path: string[], order: string[], by: number): void {
    const rank = (x: Node) => (order.includes(x.move) ? order.indexOf(x.move) : order.length + n.children.indexOf(x))
    const next = [...n.children].sort((a, b) => rank(a) - rank(b))
    if (next.every((x, i) => x === n.children[i])) return
    n.children = next
    this.#event(by, { kind: 'sort', path, order: next.map((x) => x.move) })
  }
}
