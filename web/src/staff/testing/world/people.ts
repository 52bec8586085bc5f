// What identity checks, freezes and responsible play are answered.
import type { StaffPlayer, KycOpenData, StaffCheck, StaffFreeze } from '../../api/endpoints.gen.ts'
import { at } from './log.ts'
import { hourMs, today, player } from './moment.ts'
import { info } from './proposals.ts'

/** A document drawn in grey, 96 by 60. */
const paper =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAA8CAIAAAAWtijjAAAAk0lEQVR42u3boQ3AIBRFUfYfAM0AVbW1VFV2jSYknaAOieKnCTnJ' +
  'neCInycg5bJpUEIAaBLQ0171AAECBAgQIECAAA2A6nVPCRCgAKD9OH8PEKCFgdwgQIAAAQIEyJI2FAEBcoMAAQIECBAgQHYQIEBu' +
  'ECBAgAABAgQIECBP8AABAgQIECBAgAABAhQOJP/mAQX0AcCGiNixdYVnAAAAAElFTkSuQmCC'

const checks: StaffCheck[] = [
  {
    player,
    submission: '0193f0c2-7a11-7bbb-8ccc-200000000001',
    country: 'MT',
    images: 2,
    submitted_ms: today - 30 * hourMs,
    duplicates: ['0193f0c2-7a11-7bbb-8ccc-0123456789ff'],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    submission: '0193f0c2-7a11-7bbb-8ccc-200000000002',
    country: 'SG',
    images: 2,
    submitted_ms: today - 2 * hourMs,
    duplicates: [],
  },
]

const opened: KycOpenData = {
  player,
  submission: '0193f0c2-7a11-7bbb-8ccc-200000000001',
  status: 1,
  id_name: 'Ann Angler',
  id_type: 2,
  id_no: 'AB1234567',
  country: 'MT',
  tel: '+356 7900 0000',
  email: 'ann@example.com',
  images: ['front', 'back'],
  same_document: ['0193f0c2-7a11-7bbb-8ccc-0123456789ff'],
  same_images: [],
  expires_ms: today + hourMs / 6,
}

const freezes: StaffFreeze[] = [
  { player, by: 'bo', reason: 'Same device as eleven others, case 4409', at_ms: today - 50 * hourMs },
]

/** As the server gives them: flat, without a value where no limit is set. */
const limitFacts = (lost: string, minutes: string, most: string | null): StaffPlayer['limits'] => [
  { name: 'lost_today', unit: 'usdt', value: lost, bound: null },
  { name: 'loss_a_day', unit: 'usdt', value: '50000000', bound: null },
  { name: 'session', unit: 'minutes', value: minutes, bound: null },
  { name: 'session_at_most', unit: 'minutes', value: most, bound: null },
  { name: 'deposits_a_day', unit: 'usdt', value: '100000000', bound: null },
  { name: 'deposits_a_week', unit: 'usdt', value: null, bound: null },
  { name: 'deposits_a_month', unit: 'usdt', value: '1000000000', bound: null },
]

const players: StaffPlayer[] = [
  {
    player,
    why: 'playing',
    until_ms: today + 600 * hourMs,
    limits: limitFacts('0', '21600', null),
    notes: [],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ad',
    why: 'excluded',
    until_ms: today + 4_000 * hourMs,
    limits: limitFacts('0', '90', null),
    notes: [],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    why: 'loss',
    until_ms: null,
    limits: limitFacts('46200000', '41', '90'),
    notes: [
      { by: 'dmitri', text: 'Called: knows of the limits, will set a lower one', at_ms: today - 40 * hourMs },
    ],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ae',
    why: 'session',
    until_ms: null,
    limits: limitFacts('1250000', '84', '90'),
    notes: [],
  },
]

/** Answers by path after /staff/v1/. */
export const peopleWorld: Readonly<Record<string, unknown>> = {
  'kyc/list': { at, list: checks, next: null, total: checks.length },
  'kyc/open': opened,
  'kyc/image': { media_type: 'image/png', bytes: paper, expires_ms: opened.expires_ms },
  'kyc/decide': { status: 3 },
  'freezes/list': { list: freezes, next: null },
  'freezes/set': { done: true },
  'freezes/lift': { done: true },
  'freezes/propose': { proposal: info.proposal.proposal, digest: info.proposal.digest },
  'play/list': ({ why }: { why?: string }) => ({
    list: players.filter((player) => why === undefined || player.why === why),
    next: null,
  }),
  'play/note': { done: true },
}
