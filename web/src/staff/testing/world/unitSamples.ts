// A monetary-unit sample that is drawn and half tested.
import type { SampleItem, SamplesInfoData, StaffSample } from '../../api/endpoints.gen.ts'
import { eventAt, hash, head, id, nowMs } from './log.ts'

export const sampleId = id(4_701)

const sample: StaffSample = {
  sample: sampleId,
  state: 'drawn',
  by: 'bo',
  planned_ms: nowMs - 7_200_000,
  signed_ms: null,
  asset: 'usdt',
  of: 'players',
  lines: 1_204,
  units: '8412907000',
  interval: '1500000000',
  items: 5,
  tested: 3,
}

const results = [
  { outcome: 'agreed', misstated: '0', taint_ppm: 0, note: 'Chain transaction and order agree' },
  { outcome: 'difference', misstated: '1250000', taint_ppm: 8_334, note: 'Order is lower, see C-7K2M9QXA' },
  { outcome: 'unsupported', misstated: '42000000', taint_ppm: 1_000_000, note: 'No approval was found' },
] as const
const amounts = ['1600000000', '-150000000', '42000000', '-505000000', '320000000']

const items: SampleItem[] = amounts.map((amount, item) => ({
  item,
  event: eventAt({ partition: 0, position: head - item * 3 }).event,
  leg: 0,
  account: item === 3 ? 'usdt_hold' : 'usdt',
  amount,
  upto: String(1_500_000_000 * (item + 1) + 12_345),
  hits: item === 0 ? 2 : 1,
  is_certain: item === 0,
  outcome: null,
  misstated: null,
  taint_ppm: null,
  note: null,
  ...results[item],
}))

const info: SamplesInfoData = {
  sample,
  accounts: ['referral_due', 'usdt', 'usdt_hold'],
  after: { 0: 0 },
  until: { 0: 48_031 },
  confidence: 95,
  factors: [29_958, 47_439, 62_958, 77_537, 91_536, 105_131, 118_424, 131_482, 144_347, 157_053, 169_623],
  tolerable: '9000000000',
  commit: hash(51),
  words: 'audit of the fourth quarter',
  seed: hash(52),
  start: '711204991',
  method: 'The population is every posting of the accounts.',
  items,
  evaluation: {
    precision: '4493700000',
    over: { known: '0', projected: '1512500000', allowance: '1128795000', upper: '7134995000' },
    under: { known: '0', projected: '0', allowance: '0', upper: '4493700000' },
    likely: '1512500000',
  },
  digest: null,
}

export const unitSamplesWorld = {
  'samples/list': {
    list: [sample, { ...sample, sample: id(4_702), state: 'planned', items: null, tested: 0 }],
    next: null,
  },
  'samples/info': info,
  'samples/plan': { sample: sampleId, state: 'planned' },
  'samples/select': { sample: sampleId, state: 'drawn' },
  'samples/test': { sample: sampleId, state: 'drawn' },
  'samples/sign': { sample: sampleId, state: 'signed' },
}
