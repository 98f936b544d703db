import { expect, test } from 'vitest'
import { Sketch } from './sketch.svelte'

test('shapes belong to the position in which they were drawn', () => {
  let position = 'a'
  const sketch = new Sketch(() => position)
  const shown = () => [sketch.arrows, sketch.circles]
  sketch.draw(1, 2, 'green')
  sketch.draw(3, 3, 'red')
  const both = [[{ from: 1, to: 2, color: 'green' }], [{ square: 3, color: 'red' }]]
  expect(shown()).toEqual(both)
  position = 'b' // a move, or a step back
  expect(shown()).toEqual([[], []])
  position = 'a'
  expect(shown()).toEqual(both)
  position = 'b'
  sketch.draw(4, 5, 'blue')
  position = 'a'
  expect(shown()).toEqual([[], []])
})

test('the same shape again changes its color or goes, and a click clears all', () => {
  const sketch = new Sketch(() => '')
  sketch.draw(1, 2, 'green')
  sketch.draw(1, 2, 'red')
  expect(sketch.arrows).toEqual([{ from: 1, to: 2, color: 'red' }])
  sketch.draw(1, 2, 'red')
  expect(sketch.arrows).toEqual([])
  sketch.draw(1, 1, 'green')
  sketch.clear()
  expect(sketch.circles).toEqual([])
})
