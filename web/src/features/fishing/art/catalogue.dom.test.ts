import { expect, test } from 'vitest'
import paytable from '../../../testing/paytable.json' with { type: 'json' }
import { fishArt, fishIds, isDrawn } from './catalogue.ts'
import { flora } from './flora.ts'
import * as props from './props.ts'

const ids = paytable.bands.flatMap((band) => band.fish.map((fish) => fish.id))

test('every fish of the paytable has a drawing of its own, in the order of the bands', () => {
  expect(fishIds).toEqual(ids)
  expect(new Set(ids.map((id) => fishArt(id).svg)).size).toBe(25)
})

test('a fish of a newer paytable still has a picture', () => {
  expect(isDrawn('moon_whale')).toBe(false)
  expect(fishArt('moon_whale').svg).toContain('<svg')
})

const drawings = [
  ...ids.map((id) => [id, fishArt(id).svg] as const),
  ...flora.map((art, index) => [`flora ${index}`, art.svg] as const),
  ...Object.entries(props).flatMap(([name, art]) =>
    typeof art === 'object' && 'svg' in art ? [[name, art.svg] as const] : [],
  ),
]

test.each(drawings)('%s is well-formed and complete', (_, svg) => {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  const made = new Set([...document.querySelectorAll('[id]')].map((element) => element.id))
  for (const [, name = ''] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(made, `paint ${name}`).toContain(name)
  expect(svg).not.toMatch(/undefined|NaN|https?:\/\/(?!www\.w3\.org)/)
})

test('the mouth lies inside the drawing', () => {
  for (const id of ids) {
    const {
      mouth: [x, y],
      width,
      height,
    } = fishArt(id)
    expect(x, id).toBeLessThanOrEqual(width)
    expect(y, id).toBeLessThanOrEqual(height)
  }
})
