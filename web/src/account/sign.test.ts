import { describe, expect, it } from 'vitest'
import { nextPath } from './sign'

describe('nextPath', () => {
  it.each([
    ['', '/'],
    ['next=/account', '/account'],
    ['next=/analysis/shrink%3Fstudy%3Dabc', '/analysis/shrink?study=abc'],
    ['next=https://evil.example/', '/'],
    ['next=//evil.example/account', '/'],
    ['next=/%5Cevil.example/account', '/'],
    ['next=/nowhere/at/all', '/'],
    ['next=javascript:alert(1)', '/'],
  ])('%s leads to %s', (query, path) => {
    expect(nextPath(new URLSearchParams(query))).toBe(path)
  })
})
