// Exact chances against the printed table of domain §2.2.
import { expect, test } from 'vitest'
import paytable from '../../testing/paytable.json'
import { asBands } from './bands.ts'
import { dangerBonus, dangerPercent, multiple, oneIn, percent } from './chance.ts'

const printed = [
  ['A', '49.6%', '15.6%', '3%', '3/194', '1.546%', '2,500'],
  ['B', '37.515%', '13.515%', '4%', '1/48', '2.083%', '10,000'],
  ['C', '23.27%', '13.27%', '5%', '1/38', '2.632%', '50,000'],
  ['D', '14.9644%', '5.9644%', '6%', '3/94', '3.191%', '71,429'],
  ['E', '11.038%', '3.038%', '8%', '1/23', '4.348%', '333,333'],
] as const

test.each(printed)(
  'band %s is shown as domain §2.2 prints it',
  (id, any, above, mine, bonus, bonusPercent, rarest) => {
    const band = asBands(paytable).find((candidate) => candidate.id === id)
    if (!band) throw new Error('no such band')
    const prizes = [...band.fish, ...band.chest]
    const sum = (list: readonly { w: number }[]) => list.reduce((weights, { w }) => weights + w, 0)
    expect(percent(sum(prizes), band.total)).toBe(any)
    expect(percent(sum(prizes.filter(({ x10 }) => x10 > 10)), band.total)).toBe(above)
    expect(percent(band.mine_w, band.total)).toBe(mine)
    expect(dangerBonus(band.mine_w, band.total)).toBe(bonus)
    expect(dangerPercent(band.mine_w, band.total)).toBe(bonusPercent)
    expect(oneIn(band.chest.at(-1)?.w ?? 1, band.total)).toBe(rarest)
  },
)

test('multiples and rare chances', () => {
  expect([5, 10, 50_000].map(multiple)).toEqual(['0.5x', '1x', '5,000x'])
  expect(percent(3, 1_000_000)).toBe('0.0003%')
})

test('what is no paytable has no bands', () => {
  for (const rubbish of [null, undefined, {}, { draw_total: 1 }, { draw_total: '1', bands: [] }])
    expect(asBands(rubbish)).toEqual([])
})
