// What the configuration is answered.
import type { ConfigInfoData, StaffChange, StaffSection } from '../../api/endpoints.gen.ts'
import { hourMs, today } from './moment.ts'

const sections: StaffSection[] = [
  {
    section: 'withdraw',
    in_force: 4,
    newest: 5,
    to_come: [{ version: 5, author: 'ada', effective_ms: today + 12 * hourMs }],
    waiting: [],
  },
  {
    section: 'shop',
    in_force: 11,
    newest: 11,
    to_come: [],
    waiting: [{ version: 12, author: 'dmitri', effective_ms: today + 5 * hourMs }],
  },
  { section: 'game', in_force: 0, newest: 0, to_come: [], waiting: [] },
  { section: 'vip', in_force: 2, newest: 2, to_come: [], waiting: [] },
]

const change: StaffChange = {
  proposal: '0193f0c2-7a11-7bbb-8ccc-000000000003',
  version: 12,
  digest: '3f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  author: 'dmitri',
  reason: 'Autumn regatta',
  at_ms: today - 3 * hourMs,
  diff: [
    { path: 'items.3.price', before: '"50.000000"', after: '"45.000000"' },
    { path: 'items.5.item_id', before: null, after: '"regatta"' },
  ],
  checks: [
    {
      name: 'coins_for_coupon',
      of: 'coins_1',
      unit: 'number',
      value: '11111',
      bound: { is: 'at_most', value: '10000' },
    },
  ],
}

const item = (
  item_id: string,
  en: string,
  zh: string,
  price: string,
  coin_paid: string,
  coin_promo: string,
  diamond: string,
  part: object = {},
) => ({
  item_id,
  title: { en, zh },
  price,
  coin_paid,
  coin_promo,
  diamond,
  vip_id: null,
  limit: null,
  stock: null,
  first_buy: false,
  from: null,
  to: null,
  ...part,
})

type InForce = Omit<ConfigInfoData, 'newest_body'>

const section: InForce = {
  section: sections[1] as StaffSection,
  changes: [change],
  body: {
    items: [
      item('first_cast', 'First-cast pack', '首抛礼包', '0.990000', '9900', '0', '20', {
        first_buy: true,
        limit: { n: 1, per: 'life' },
      }),
      item('coins_1', '10,000 coins', '10,000 金币', '1.000000', '10000', '0', '0'),
      item('coins_5', '50,000 coins', '50,000 金币', '5.000000', '50000', '1000', '0'),
      item('coins_50', '500,000 coins', '500,000 金币', '50.000000', '500000', '20000', '0'),
      item('diamonds_60', '60 diamonds', '60 钻石', '1.000000', '0', '0', '60', {
        limit: { n: 5, per: 'day' },
      }),
    ],
  },
}

/** A section of single values, groups, switches, short lists and lists within lists. */
const gameSection: InForce = {
  section: { ...(sections[2] as StaffSection), section: 'game' },
  changes: [],
  body: {
    paytable: {
      version: 'pt-1',
      draw_total: 1_000_000,
      rtp_ppm: 940_000,
      max_dive_payout_x: 10_000,
      bands: [
        {
          id: 'A',
          levels: [1, 5],
          mult: 1,
          empty_w: 474_000,
          mine_w: 30_000,
          fish: [
            { id: 'anchovy', base: '0.5', w: 200_000, x10: 5 },
            { id: 'sardine', base: '1', w: 140_000, x10: 10 },
            { id: 'golden_carp', base: '10', w: 24_000, x10: 100 },
          ],
          chest: [
            { w: 4_800, x10: 50 },
            { w: 2_000, x10: 100 },
          ],
        },
        {
          id: 'B',
          levels: [6, 10],
          mult: 2,
          empty_w: 584_850,
          mine_w: 40_000,
          fish: [
            { id: 'herring', base: '0.25', w: 140_000, x10: 5 },
            { id: 'swordfish', base: '10', w: 17_500, x10: 200 },
          ],
          chest: [{ w: 5_000, x10: 50 }],
        },
      ],
    },
    play_options: [10, 20, 50, 100],
    deep_start: { 6: 1, 11: 2 },
    shield_cost: 1,
    min_cast_ms: 2_500,
    dive_ttl_ms: 86_400_000,
    loss_day: '50.000000',
    paused: false,
    closed_above: null,
  },
}

/** Answers by path after /staff/v1/. */
export const configWorld: Readonly<Record<string, unknown>> = {
  'config/list': { list: sections },
  'config/info': ({ section: name }: { section: string }): ConfigInfoData => {
    const found = name === 'game' ? gameSection : section
    return { ...found, newest_body: found.body }
  },
  'config/propose': change,
}
