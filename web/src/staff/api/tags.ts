// What a change makes out of date beyond its own noun: it is fetched again on every screen that shows it.
import { endpoints } from './endpoints.gen.ts'

/** Every change is recorded as an event under somebody's name. */
const recorded = ['events', 'registers', 'alerts', 'overview'] as const
/** Value that moved. */
const money = ['books', 'entries', 'players', 'days', 'periods'] as const

const after = <Tag extends string>(...tags: readonly Tag[]) => ({
  invalidatesTags: [...new Set([...tags, ...recorded])],
})

/**
 * A proposal that is decided carries its change out at once, whatever it is: a list that is opened while the answer is
 * under way must not stay as it was before.
 */
const decided = after(
  'proposals',
  'staff',
  'config',
  'freezes',
  'topups',
  'withdrawals',
  'kyc',
  'erasure',
  'packets',
  'records',
  'ranks',
  ...money,
)

endpoints.enhanceEndpoints({
  endpoints: {
    accessPropose: after('proposals'),
    adjustmentsPropose: after('proposals'),
    casesAssign: after('cases'),
    casesAttach: after('cases'),
    casesClose: after('cases'),
    casesComment: after('cases'),
    // A look at a file changes no case.
    casesFile: { invalidatesTags: ['registers'] },
    casesOpen: after('cases'),
    casesReopen: after('cases'),
    configPropose: after('config', 'proposals'),
    daysClose: after('days', 'periods'),
    erasureCancel: after('erasure', 'players'),
    erasureRequest: after('proposals'),
    freezesLift: after('freezes', 'players'),
    freezesPropose: after('proposals'),
    freezesSet: after('freezes', 'players'),
    keysApprove: after('keys', 'staff', 'session'),
    keysPropose: after('keys', 'staff', 'session'),
    keysRevoke: after('keys', 'staff', 'session'),
    kycDecide: after('kyc', 'players'),
    // An image is looked at beside its check, which is open: its list did not change.
    kycImage: { invalidatesTags: ['registers'] },
    kycOpen: after('kyc'),
    kycReset: after('proposals'),
    // A look at a code changes no list.
    packetsCode: { invalidatesTags: ['registers'] },
    packetsCreate: after('packets', ...money),
    packetsPropose: after('proposals'),
    packetsStop: after('packets', ...money),
    periodsPropose: after('periods', 'proposals'),
    playNote: after('play'),
    proposalsApprove: decided,
    proposalsReject: decided,
    samplesPlan: after('samples'),
    samplesSelect: after('samples'),
    samplesSign: after('samples'),
    samplesTest: after('samples'),
    staffAdd: after('proposals'),
    staffDisable: after('staff'),
    staffEnable: after('proposals'),
    staffReset: after('proposals'),
    staffRoles: after('proposals'),
    topupsProposeAssign: after('topups', 'proposals'),
    topupsProposeRefund: after('topups', 'proposals'),
    topupsProposeReturn: after('topups', 'proposals'),
    treasuryOpenStakes: after(),
    treasuryPropose: after('proposals'),
    viewsRebuild: after('views'),
    withdrawalsApprove: after('withdrawals', ...money),
    withdrawalsFlag: after('withdrawals', ...money),
    withdrawalsPause: after('withdrawals'),
    withdrawalsProposeClear: after('withdrawals', 'proposals'),
    withdrawalsReject: after('withdrawals', ...money),
    withdrawalsResume: after('withdrawals'),
    withdrawalsStart: after('withdrawals'),
  },
})
