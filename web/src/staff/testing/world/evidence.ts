// What events, registers, proofs and jobs are answered.
import type {
  AuditsInfoData,
  EventsCausesData,
  EventsInfoData,
  EventsListData,
  ExportsHistoryData,
  ExportsInfoData,
  ExportsSchedulesData,
  JobState,
  ProofData,
  ProofsCheckpointsData,
  RegisterDecision,
  RegisterLine,
  RegistersListData,
  ReplaysInfoData,
  SamplesDrawData,
} from '../../api/endpoints.gen.ts'
import {
  type Body,
  nowMs,
  head,
  mara,
  noor,
  ivo,
  at,
  id,
  hash,
  all,
  newest,
  page,
  first,
  eventAt,
} from './log.ts'
import { trialRows } from './books.ts'
import { checkpoint, checkpoints, witnesses } from './checkpoints.ts'
import { sumsOf } from './sums.ts'

const job: JobState = {
  id: id(9),
  state: 'done',
  done: head,
  total: head,
  by: 'aud',
  started_at_ms: nowMs - 64_000,
  ended_at_ms: nowMs - 2_000,
  problem: null,
}

const info = (body: Body): EventsInfoData => {
  const { event, values, legs } = eventAt(body)
  return {
    event,
    shape: '1',
    payload: JSON.stringify({ [event.event_type]: values }),
    metadata: JSON.stringify({ actor: event.actor, request: id(77), app: '0.9.1' }),
    legs,
    chain: {
      leaf: hash(event.position),
      previous: hash(event.position - 1),
      computed: hash(event.position),
      holds: true,
      next_position: event.position + 7 > head ? null : event.position + 7,
    },
  }
}

/** The events of a decision, oldest first. */
const single = (types: readonly string[], stream: string, n: number) =>
  types.map((event_type, place) => ({
    ...first.event,
    id: `${head - n + place}-0-0`,
    position: head - n + place,
    at_ms: nowMs - n * 60_000 + place * 900_000,
    event_type,
    stream,
    actor: 'staff:bob',
  }))

const decided = (
  types: readonly string[],
  n: number,
  line: Omit<RegisterLine, 'event' | 'values' | 'refused' | 'decision'>,
  decision: Omit<RegisterDecision, 'events' | 'made_ms'>,
): RegisterLine => {
  const events = single(types, decision.kind === 'withdrawal' ? 'withdrawal' : 'proposal', n)
  const event = events.findLast(({ event_type }) => /Approved|Rejected|KycDecided/.test(event_type)) ?? null
  return {
    ...line,
    event,
    values: {},
    refused: null,
    decision: { ...decision, made_ms: events[0]?.at_ms ?? null, events },
  }
}

const decisions: RegisterLine[] = [
  decided(
    ['Proposed', 'Approved', 'Done'],
    120,
    { players: [mara], amount: '25000000', asset: 'usdt' },
    {
      kind: 'adjustment',
      maker: 'ann',
      checkers: ['bob'],
      reason: 'Case C-7K2M9QXA: paid twice by the wallet',
      decision: 'Seen on the chain',
      outcome: 'done',
      code: 0,
    },
  ),
  decided(
    ['Requested', 'ApprovalGiven', 'Approved', 'Sent', 'Confirmed'],
    480,
    { players: [noor], amount: '600000000', asset: 'usdt' },
    { kind: 'withdrawal', checkers: ['ann', 'bob'], decision: 'Known to us', outcome: 'confirmed' },
  ),
  decided(
    ['Requested', 'Approved', 'Sent'],
    700,
    { players: [ivo], amount: '12500000', asset: 'usdt' },
    { kind: 'withdrawal', checkers: ['auto'], outcome: 'sent' },
  ),
  decided(
    ['Proposed', 'Rejected'],
    900,
    { players: [], amount: '1000000000', asset: 'usdt' },
    {
      kind: 'promo_fund',
      maker: 'ada',
      checkers: ['bob'],
      reason: 'Campaign of the holidays',
      decision: 'Not in the budget',
      outcome: 'rejected',
    },
  ),
]

const registers: Record<string, { type: string; values: Record<string, string>; stream: string }[]> = {
  manual: [
    {
      type: 'AdjustmentPosted',
      values: {
        purse: 'coin_paid',
        delta: '100000',
        counter: 'h:coin_issue.shop',
        case_id: 'case-118',
        proposer: 'ann',
        approver: 'bob',
      },
      stream: 'player',
    },
    {
      type: 'ReserveFunded',
      values: { amount: '25000.000000', proposer: 'ann', approver: 'bob', reason: 'Opening reserve' },
      stream: 'treasury',
    },
  ],
  reversed: [
    {
      type: 'DiveVoided',
      values: {
        dive: 'b1894ea3-02e8-517d-87fd-8f7d65f04660',
        fund: 'paid',
        casts: '6',
        refund: '6000',
        returned: '0',
        case_id: 'case-2',
        proposer: 'ann',
        approver: 'bob',
      },
      stream: 'player',
    },
  ],
  acts: [
    {
      type: 'StaffActed',
      values: { call: 'proposals/approve', subject: id(9), reason: 'it is right' },
      stream: 'staff',
    },
  ],
  config: [
    {
      type: 'ConfigApproved',
      values: { version: '4', approver: 'bo', effective_at: String(nowMs) },
      stream: 'config_section',
    },
  ],
  personal: [
    {
      type: 'KycOpened',
      values: { submission: ivo, by: 'ann', reason: 'review', with_images: 'true' },
      stream: 'kyc',
    },
  ],
}

/** Answers by path after /staff/v1/. */
export const evidenceWorld: Readonly<Record<string, unknown>> = {
  'events/list': (body: Body): EventsListData => ({
    at,
    prev: null,
    searched_to: null,
    ...page(
      newest.map(({ event }) => event),
      body,
    ),
  }),
  'events/info': info,
  'events/causes': (body: Body): EventsCausesData => ({
    at,
    event: eventAt(body).event,
    upstream: all.slice(230, 231).map((one) => one.event),
    together: [eventAt(body).event],
    downstream: all.slice(236, 238).map((one) => one.event),
    more: false,
  }),
  'registers/list': (body: Body): RegistersListData => ({
    at,
    types: [],
    sums:
      body['register'] === 'approvals'
        ? sumsOf(decisions)
        : sumsOf([
            { asset: 'usdt', amount: '25000000000' },
            { asset: 'coin', amount: '100000' },
          ]),
    next: null,
    list:
      body['register'] === 'refused'
        ? [
            {
              event: null,
              values: {},
              players: [],
              refused: {
                request_id: id(31),
                owner: mara,
                at_ms: nowMs - 90_000,
                code: 6005,
                message: 'A withdrawal is at least 5 USDT.',
              },
            },
          ]
        : body['register'] === 'approvals'
          ? decisions
          : (registers[String(body['register'])] ?? []).map(({ type, values, stream }, n) => ({
              event: {
                ...first.event,
                id: `${n}`,
                position: head - n * 300,
                at_ms: nowMs - n * 8_000_000,
                event_type: type,
                stream,
                actor: 'staff:ann',
              },
              values,
              players: stream === 'player' ? [mara] : [],
              amount: values['delta'] ?? null,
              asset: 'delta' in values ? 'coin' : null,
              refused: null,
            })),
  }),
  'proofs/checkpoints': { at, list: checkpoints, next: null, witnesses } satisfies ProofsCheckpointsData,
  'proofs/inclusion': (body: Body): ProofData => ({
    what: `Event ${String(body['position'])} of log 0 is in the log`,
    checkpoint: checkpoint(12),
    bundle: '{"proof":"inclusion"}',
  }),
  'proofs/consistency': (body: Body): ProofData => ({
    what: `The log of checkpoint ${String(body['old'])} has only grown`,
    checkpoint: checkpoint(12),
    bundle: '{"proof":"consistency"}',
  }),
  'samples/draw': (body: Body): SamplesDrawData => ({
    at,
    from: null,
    population: head,
    method:
      'Number n of the draw is SHA-256(seed, n) over the events in the order of the log; a place that ' +
      'was drawn already is passed over.',
    list: newest
      .slice(0, Number(body['count']))
      .map(({ event, legs }, draw) => ({ draw: draw + 1, index: event.position - 1, event, legs })),
  }),
  'replays/run': job,
  'replays/info': {
    job,
    holds: false,
    list: [
      ...trialRows.slice(0, 14).map(({ account, asset, closing }) => ({
        what: `account ${account}`,
        asset,
        folded: closing,
        live: closing,
        compared: 840,
        equal: true,
        first: null,
      })),
      {
        what: 'state of player',
        asset: 'coupon',
        folded: '4360400000',
        live: '4360400001',
        compared: 840,
        equal: false,
        first: `Player ${mara} has one minor unit more than history says`,
      },
    ],
  } satisfies ReplaysInfoData,
  'audits/run': job,
  'audits/info': {
    job,
    holds: true,
    list: [
      ['I-01', 'the postings of an event balance in every asset, and are two at least'],
      ['I-02', 'no account of a player was ever below zero'],
      ['I-21b', 'a balance is the sum of its postings, in a log that exists'],
      ['I-13', 'positions of a log are 1, 2, 3 and so on, up to its head'],
      ['I-16b', 'what a request recorded, it recorded once and in one run'],
    ].map(([law = '', says = ''], n) => ({ law, says, compared: head - n * 11, broken: 0, first: null })),
  } satisfies AuditsInfoData,
  'exports/start': job,
  'exports/table': job,
  'exports/schedule': { schedule: '0193f0c2-7a11-7bbb-8ccc-0000000000e1' },
  'exports/stop': { done: true },
  'exports/history': {
    at,
    next: null,
    list: [
      {
        export: '0193f0c2-7a11-7bbb-8ccc-0000000000e2',
        at_ms: nowMs - 3_600_000,
        by: 'ada',
        what: 'withdrawals/list',
        filters: '{"state":"review"}',
        format: 'xlsx',
        reason: 'the yearly audit',
        rows: 48,
        files: [{ name: 'withdrawals-list.xlsx', rows: 48, bytes: 20_480, sha256: hash(3) }],
        is_there: true,
        schedule: null,
        due_ms: null,
        problem: null,
      },
      {
        export: '0193f0c2-7a11-7bbb-8ccc-0000000000e3',
        at_ms: nowMs - 9 * 3_600_000,
        by: 'bo',
        what: 'books/trial',
        filters: '{"as_of":"2026-11-21T06:00:00.000Z"}',
        format: 'csv',
        reason: 'the bank asks for it',
        rows: 61,
        files: [
          { name: 'books-trial.csv', rows: 61, bytes: 9_100, sha256: hash(4) },
          { name: 'books-trial.dictionary.csv', rows: 0, bytes: 700, sha256: hash(5) },
        ],
        is_there: true,
        schedule: '0193f0c2-7a11-7bbb-8ccc-0000000000e1',
        due_ms: nowMs - 9 * 3_600_000,
        problem: null,
      },
      {
        export: null,
        at_ms: nowMs - 33 * 3_600_000,
        by: 'bo',
        what: 'entries/list',
        filters: '{}',
        format: 'parquet',
        reason: 'for the data desk',
        rows: 0,
        files: [],
        is_there: false,
        schedule: '0193f0c2-7a11-7bbb-8ccc-0000000000e4',
        due_ms: nowMs - 33 * 3_600_000,
        problem: 'too_many_rows',
      },
      {
        export: '0193f0c2-7a11-7bbb-8ccc-0000000000e5',
        at_ms: nowMs - 72 * 3_600_000,
        by: 'ada',
        what: 'books',
        filters: '{}',
        format: 'ndjson',
        reason: 'the yearly audit',
        rows: head,
        files: [{ name: 'events.ndjson', rows: head, bytes: 31_204_551, sha256: hash(1) }],
        is_there: false,
        schedule: null,
        due_ms: null,
        problem: null,
      },
    ],
  } satisfies ExportsHistoryData,
  'exports/schedules': {
    list: [
      {
        schedule: '0193f0c2-7a11-7bbb-8ccc-0000000000e1',
        by: 'bo',
        what: 'books/trial',
        filters: '{}',
        format: 'csv',
        every: 'month',
        hour: 6,
        kept_days: 30,
        reason: 'the bank asks for it',
        due_ms: nowMs + 10 * 24 * 3_600_000,
      },
    ],
  } satisfies ExportsSchedulesData,
  'exports/info': {
    job,
    format: 'ndjson',
    checkpoint: checkpoint(12).note,
    files: [
      { name: 'events-0.ndjson', rows: head, bytes: 31_204_551, sha256: hash(1) },
      { name: 'postings-0.ndjson', rows: 120_401, bytes: 18_400_120, sha256: hash(2) },
      { name: 'manifest.json', rows: 0, bytes: 2_104, sha256: null },
    ],
  } satisfies ExportsInfoData,
}
