// Calls of the desks, by the names that the generator gives them; the shapes are those of the server's wire.
import { api } from '../api/api.ts'
import { post } from '../api/call.ts'
import { reqIdPaths } from '../api/calls.gen.ts'

/** An account. */
export type StaffAccount = {
  name: string
  roles: string[]
  own: string | null
  disabled: boolean
  sessions: number
  failures: number
  locked_until_ms: number | null
}
/** Every account, by name. */
export type StaffListData = {
  list: StaffAccount[]
}
/** What the member is told, once. */
export type StaffIssued = {
  name: string
  password: string
  totp_secret: string
  otpauth_url: string
}
/** A proposal. */
export type StaffProposal = {
  proposal: string
  kind: string
  digest: string
  what: Record<string, unknown>
  players: string[]
  maker: string
  reason: string
  at_ms: number
  expires_ms: number | null
  state: string
  decided_by: string | null
  code: number | null
  own: boolean
  can_approve: boolean
}
/** Something that a decider has to know. */
export type StaffFact = {
  name: string
  value: string
  bound: string | null
}
/** Proposals. */
export type ProposalsListData = {
  list: StaffProposal[]
  next: string | null
  total: number
}
/** One proposal with what a decider has to know. */
export type ProposalsInfoData = {
  proposal: StaffProposal
  facts: StaffFact[]
}
/** What became of a proposal. */
export type ProposalsDecided = {
  proposal: string
  state: string
  code: number | null
}
/** A proposal that was made. */
export type StaffProposed = {
  proposal: string
  digest: string
}
/** A withdrawal of the queue. */
export type StaffWithdrawal = {
  withdrawal: string
  player: string
  asset: string
  amount: string
  fee: string
  net: string
  address: string
  comment: string | null
  state: string
  requested_ms: number
  deadline_ms: number
  approved_by: string[]
  needs_two: boolean
  flags: string[]
  mismatch: boolean
}
/** Withdrawals of the queue. */
export type WithdrawalsListData = {
  list: StaffWithdrawal[]
  next: string | null
  paused: string | null
}
/** Something that happened to a withdrawal. */
export type StaffStep = {
  event: string
  at_ms: number
  actor: string
}
/** One withdrawal with everything that a reviewer has to know. */
export type WithdrawalsInfoData = {
  withdrawal: StaffWithdrawal
  digest: string
  terms: StaffFact[]
  play: StaffFact[]
  sources: StaffFact[]
  referral_per_mille: number
  kyc: number
  frozen: boolean
  addresses: StaffAddress[]
  steps: StaffStep[]
}
/** An address that a player set. */
export type StaffAddress = {
  address: string
  at_ms: number
}
/** How far a withdrawal is. */
export type WithdrawalsDecided = {
  withdrawal: string
  state: string
  approved_by: string[]
  waits: boolean
}
/** How many wallets were stopped or go on. */
export type WithdrawalsSwitched = {
  wallets: number
}
/** A check that waits. */
export type StaffCheck = {
  player: string
  submission: string
  country: string
  images: number
  submitted_ms: number
  duplicates: string[]
}
/** Checks that wait. */
export type KycListData = {
  list: StaffCheck[]
  next: string | null
}
/** The form of a check: personal data, not to be kept. */
export type KycOpenData = {
  player: string
  submission: string
  status: number
  id_name: string
  id_type: number
  id_no: string
  country: string
  tel: string
  email: string
  images: string[]
  same_document: string[]
  same_images: string[]
  expires_ms: number
}
/** An image of a check: personal data, not to be kept. */
export type KycImageData = {
  media_type: string
  bytes: string
  expires_ms: number
}
/** How a check stands. */
export type KycDecided = {
  status: number
}
/** A section. */
export type StaffSection = {
  section: string
  in_force: number
  newest: number
  to_come: StaffVersion[]
  waiting: StaffVersion[]
}
/** A version of a section. */
export type StaffVersion = {
  version: number
  author: string | null
  effective_ms: number
}
/** Every section. */
export type ConfigListData = {
  list: StaffSection[]
}
/** A number that a version changes. */
export type StaffDiff = {
  path: string
  before: string | null
  after: string | null
}
/** A proposal of a section. */
export type StaffChange = {
  proposal: string
  version: number
  digest: string
  author: string
  diff: StaffDiff[]
  checks: StaffFact[]
}
/** One section. */
export type ConfigInfoData = {
  section: StaffSection
  body: Record<string, unknown>
  changes: StaffChange[]
}
/** A stopped account. */
export type StaffFreeze = {
  player: string
  by: string
  reason: string
  at_ms: number
}
/** Stopped accounts. */
export type FreezesListData = {
  list: StaffFreeze[]
  next: string | null
}
/** A payment of nobody. */
export type StaffPayment = {
  tx: string
  sender: string
  asset: string
  amount: string
  comment: string | null
  seen_ms: number
}
/** Payments of nobody. */
export type TopupsUnmatchedData = {
  list: StaffPayment[]
  next: string | null
}
/** A packet. */
export type StaffPacket = {
  code: string
  kind: string
  asset: string
  total: string
  shares: number
  claimed: number
  ends_ms: number
  by: string
  ended: string | null
}
/** The newest packets. */
export type PacketsListData = {
  list: StaffPacket[]
  next: string | null
}
/** A packet that was put out. */
export type PacketsCreated = {
  code: string
}
/** How a view stands to one log. */
export type StaffView = {
  view: string
  mode: string
  partition: number | null
  behind: number
  behind_ms: number
  stopped_at: number | null
  stopped_why: string | null
}
/** Every view. */
export type ViewsListData = {
  list: StaffView[]
}
/** A rebuild that was started. */
export type ViewsStarted = {
  job: string
}
/** What a rebuild found. */
export type StaffRebuilt = {
  live: number
  rebuilt: number
  different: number
  swapped: boolean
  first_live: string | null
  first_rebuilt: string | null
}
/** How far a rebuild is. */
export type ViewsInfoData = {
  view: string
  state: string
  done: number
  total: number
  report: StaffRebuilt | null
  why: string | null
}
/** Something that somebody must look at. It goes when its cause goes. */
export type StaffAlert = {
  alert: string
  kind: string
  severity: string
  subject: string
  value: string
  bound: string
  since_ms: number | null
  acknowledged_by: string | null
  acknowledged_ms: number | null
}
/** Everything that somebody must look at now. */
export type AlertsListData = {
  list: StaffAlert[]
}
/** An account over a day, all its owners together, minor units. */
export type DayLine = {
  account: string
  asset: string
  opening: string
  debit: string
  credit: string
  closing: string
}
/** The last comparison of a wallet on a chain with the books, minor units of USDT. */
export type DayChain = {
  rail: string
  wallet: string
  checked_ms: number
  on_chain: string
  in_books: string
  under_way: string
  unbooked: string
  difference: string
}
/** The report of a day. Amounts are minor units; money is USDT. */
export type DayReport = {
  day: string
  positions: Record<string, number>
  trial: Record<string, string>
  accounts: DayLine[]
  checks: StaffFact[]
  staked: string
  paid_out: string
  ggr: string
  referral: string
  ngr: string
  hold_per_mille: number
  promo_spent: string
  fees: string
  chains: DayChain[]
  balanced: boolean
}
/** A day. */
export type StaffDay = {
  day: string
  closed_ms: number | null
  by: string | null
  reason: string | null
  balanced: boolean | null
}
/** Days, newest first. */
export type DaysListData = {
  list: StaffDay[]
  next: string | null
}
/** One day with its report. */
export type DaysInfoData = {
  day: StaffDay
  report: DayReport
  signed: string | null
  key: string | null
}
/** A player of the desk. */
export type StaffPlayer = {
  player: string
  why: string
  until_ms: number | null
  limits: StaffFact[]
  notes: StaffNote[]
}
/** A contact with a player. */
export type StaffNote = {
  by: string
  text: string
  at_ms: number
}
/** Players of the desk. */
export type PlayListData = {
  list: StaffPlayer[]
  next: string | null
}
/** Done. */
export type StaffDone = {
  done: boolean
}
/** Calls that change something: they carry a request id. */
const writes = ['staff/add', 'staff/roles', 'staff/disable', 'staff/enable', 'staff/reset', 'proposals/approve', 'proposals/reject', 'adjustments/propose', 'withdrawals/start', 'withdrawals/approve', 'withdrawals/reject', 'withdrawals/pause', 'withdrawals/resume', 'kyc/decide', 'config/propose', 'freezes/set', 'freezes/lift', 'freezes/propose', 'topups/propose_assign', 'packets/create', 'packets/stop', 'views/rebuild', 'alerts/acknowledge', 'days/close', 'play/note']
for (const path of writes) (reqIdPaths as Set<string>).add(`/staff/v1/${path}`)

/** For lists that are read page by page. */
export const endpoints = api.enhanceEndpoints({ addTagTypes: ['staff', 'proposals', 'adjustments', 'withdrawals', 'kyc', 'config', 'freezes', 'topups', 'packets', 'views', 'alerts', 'days', 'play'] }).injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    staffList: build.query<StaffListData, void>({ query: post('staff/list'), providesTags: ['staff'] }),
    staffAdd: build.mutation<StaffIssued, { name: string; roles: string[]; own?: string | null; reason: string }>({ query: post('staff/add'), invalidatesTags: ['staff'] }),
    staffRoles: build.mutation<StaffDone, { name: string; roles: string[]; reason: string }>({ query: post('staff/roles'), invalidatesTags: ['staff'] }),
    staffDisable: build.mutation<StaffDone, { name: string; reason: string }>({ query: post('staff/disable'), invalidatesTags: ['staff'] }),
    staffEnable: build.mutation<StaffDone, { name: string; reason: string }>({ query: post('staff/enable'), invalidatesTags: ['staff'] }),
    staffReset: build.mutation<StaffIssued, { name: string; reason: string }>({ query: post('staff/reset'), invalidatesTags: ['staff'] }),
    proposalsList: build.query<ProposalsListData, { state?: string | null; kind?: string | null; limit?: number | null; before?: string | null }>({ query: post('proposals/list'), providesTags: ['proposals'] }),
    proposalsInfo: build.query<ProposalsInfoData, { proposal: string }>({ query: post('proposals/info'), providesTags: ['proposals'] }),
    proposalsApprove: build.mutation<ProposalsDecided, { proposal: string; digest: string; reason: string }>({ query: post('proposals/approve'), invalidatesTags: ['proposals'] }),
    proposalsReject: build.mutation<ProposalsDecided, { proposal: string; reason: string }>({ query: post('proposals/reject'), invalidatesTags: ['proposals'] }),
    adjustmentsPropose: build.mutation<StaffProposed, { player: string; purse: string; delta: string; counter: string; case_id: string; reason: string }>({ query: post('adjustments/propose'), invalidatesTags: ['adjustments'] }),
    withdrawalsList: build.query<WithdrawalsListData, { state?: string | null; limit?: number | null; before?: string | null }>({ query: post('withdrawals/list'), providesTags: ['withdrawals'] }),
    withdrawalsInfo: build.query<WithdrawalsInfoData, { withdrawal: string }>({ query: post('withdrawals/info'), providesTags: ['withdrawals'] }),
    withdrawalsStart: build.mutation<WithdrawalsDecided, { withdrawal: string; reason: string }>({ query: post('withdrawals/start'), invalidatesTags: ['withdrawals'] }),
    withdrawalsApprove: build.mutation<WithdrawalsDecided, { withdrawal: string; digest: string; reason: string }>({ query: post('withdrawals/approve'), invalidatesTags: ['withdrawals'] }),
    withdrawalsReject: build.mutation<WithdrawalsDecided, { withdrawal: string; reason: string }>({ query: post('withdrawals/reject'), invalidatesTags: ['withdrawals'] }),
    withdrawalsPause: build.mutation<WithdrawalsSwitched, { reason: string }>({ query: post('withdrawals/pause'), invalidatesTags: ['withdrawals'] }),
    withdrawalsResume: build.mutation<WithdrawalsSwitched, { reason: string }>({ query: post('withdrawals/resume'), invalidatesTags: ['withdrawals'] }),
    kycList: build.query<KycListData, { limit?: number | null }>({ query: post('kyc/list'), providesTags: ['kyc'] }),
    lookAtCheck: build.mutation<KycOpenData, { player: string; reason: string }>({ query: post('kyc/open'), invalidatesTags: ['kyc'] }),
    lookAtImage: build.mutation<KycImageData, { player: string; image: string; reason: string }>({ query: post('kyc/image'), invalidatesTags: ['kyc'] }),
    kycDecide: build.mutation<KycDecided, { player: string; submission: string; verdict: string; reasons: string[]; expires_on?: string | null; reason: string }>({ query: post('kyc/decide'), invalidatesTags: ['kyc'] }),
    configList: build.query<ConfigListData, void>({ query: post('config/list'), providesTags: ['config'] }),
    configInfo: build.query<ConfigInfoData, { section: string }>({ query: post('config/info'), providesTags: ['config'] }),
    configPropose: build.mutation<StaffChange, { section: string; body: Record<string, unknown>; effective_ms?: number | null; replaces: number; reason: string }>({ query: post('config/propose'), invalidatesTags: ['config'] }),
    freezesList: build.query<FreezesListData, { limit?: number | null; before?: string | null }>({ query: post('freezes/list'), providesTags: ['freezes'] }),
    freezesSet: build.mutation<StaffDone, { player: string; reason: string }>({ query: post('freezes/set'), invalidatesTags: ['freezes'] }),
    freezesLift: build.mutation<StaffDone, { player: string; reason: string }>({ query: post('freezes/lift'), invalidatesTags: ['freezes'] }),
    freezesPropose: build.mutation<StaffProposed, { players: string[]; reason: string }>({ query: post('freezes/propose'), invalidatesTags: ['freezes'] }),
    topupsUnmatched: build.query<TopupsUnmatchedData, void>({ query: post('topups/unmatched'), providesTags: ['topups'] }),
    topupsProposeAssign: build.mutation<StaffProposed, { tx: string; order_no: string; reason: string }>({ query: post('topups/propose_assign'), invalidatesTags: ['topups'] }),
    packetsList: build.query<PacketsListData, void>({ query: post('packets/list'), providesTags: ['packets'] }),
    packetsCreate: build.mutation<PacketsCreated, { kind: string; asset: string; total: string; shares: number; min?: string | null; title_en: string; title_zh: string; hours: number; min_age_days: number; min_casts_7d: number; countries: string[]; reason: string }>({ query: post('packets/create'), invalidatesTags: ['packets'] }),
    packetsStop: build.mutation<StaffDone, { code: string; reason: string }>({ query: post('packets/stop'), invalidatesTags: ['packets'] }),
    viewsList: build.query<ViewsListData, void>({ query: post('views/list'), providesTags: ['views'] }),
    viewsRebuild: build.mutation<ViewsStarted, { view: string; swap: boolean; reason: string }>({ query: post('views/rebuild'), invalidatesTags: ['views'] }),
    viewsInfo: build.query<ViewsInfoData, { job: string }>({ query: post('views/info'), providesTags: ['views'] }),
    alertsList: build.query<AlertsListData, void>({ query: post('alerts/list'), providesTags: ['alerts'] }),
    alertsAcknowledge: build.mutation<StaffDone, { alert: string; reason: string }>({ query: post('alerts/acknowledge'), invalidatesTags: ['alerts'] }),
    daysList: build.query<DaysListData, { limit?: number | null; before?: string | null }>({ query: post('days/list'), providesTags: ['days'] }),
    daysInfo: build.query<DaysInfoData, { day: string }>({ query: post('days/info'), providesTags: ['days'] }),
    daysClose: build.mutation<DaysInfoData, { day: string; reason: string }>({ query: post('days/close'), invalidatesTags: ['days'] }),
    playList: build.query<PlayListData, { limit?: number | null }>({ query: post('play/list'), providesTags: ['play'] }),
    playNote: build.mutation<StaffDone, { player: string; reason: string }>({ query: post('play/note'), invalidatesTags: ['play'] }),
  }),
})

export const {
  useStaffListQuery,
  useStaffAddMutation,
  useStaffRolesMutation,
  useStaffDisableMutation,
  useStaffEnableMutation,
  useStaffResetMutation,
  useProposalsListQuery,
  useProposalsInfoQuery,
  useProposalsApproveMutation,
  useProposalsRejectMutation,
  useAdjustmentsProposeMutation,
  useWithdrawalsListQuery,
  useWithdrawalsInfoQuery,
  useWithdrawalsStartMutation,
  useWithdrawalsApproveMutation,
  useWithdrawalsRejectMutation,
  useWithdrawalsPauseMutation,
  useWithdrawalsResumeMutation,
  useKycListQuery,
  useLookAtCheckMutation,
  useLookAtImageMutation,
  useKycDecideMutation,
  useConfigListQuery,
  useConfigInfoQuery,
  useConfigProposeMutation,
  useFreezesListQuery,
  useFreezesSetMutation,
  useFreezesLiftMutation,
  useFreezesProposeMutation,
  useTopupsUnmatchedQuery,
  useTopupsProposeAssignMutation,
  usePacketsListQuery,
  usePacketsCreateMutation,
  usePacketsStopMutation,
  useViewsListQuery,
  useViewsRebuildMutation,
  useViewsInfoQuery,
  useAlertsListQuery,
  useAlertsAcknowledgeMutation,
  useDaysListQuery,
  useDaysInfoQuery,
  useDaysCloseMutation,
  usePlayListQuery,
  usePlayNoteMutation,
} = endpoints
