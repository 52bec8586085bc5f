// English words of the desks.

/** Roles as the server names them (PRODUCT 7). */
export const roles = ['support', 'risk', 'finance', 'finance_lead', 'content', 'config_admin', 'security', 'auditor'] as const

/** Reasons of a no that the player's texts translate. */
export const kycReasons = ['image_blurred', 'image_cropped', 'image_missing', 'document_expired', 'document_unreadable', 'name_mismatch', 'number_mismatch', 'underage', 'duplicate', 'fraud'] as const

export const d = {
  all: 'all', yes: 'yes', no: 'no', none: 'none',
  act: {
    reason: 'Reason', reasonHint: 'Kept for ever beside what you do; the next reader has nothing else.', needsReason: 'A reason is needed.', past: 'The past is shown: return to now before you change anything.', cancel: 'Cancel',
  },
  known: { value: 'Now', bound: 'Must be', fee: 'fee', notBelow: 'not below zero', zero: 'zero' },
  accounts: {
    title: 'Staff accounts', sub: 'Who may sign in here, and with which roles. Every change ends the sessions of that person.',
    name: 'Name', nameHint: 'Letters, digits, dots, dashes, underscores and @; up to 60.', state: 'State', roles: 'Roles', sessions: 'Open sessions', failures: 'Wrong attempts', own: 'Own player account', ownHint: 'Player id of the member, if there is one: nobody decides about themselves.', nobody: 'none', lockedUntil: 'Waits until',
    open: 'open', disabled: 'closed', locked: 'waits',
    add: 'New account', setRoles: 'Change roles', reset: 'New secrets', disable: 'Close account', enable: 'Open again',
    needsName: 'A name is needed.', needsRole: 'At least one role is needed.', endsSessions: 'Every session of this person ends at once.',
    deed: {
      add: (_name: string) => 'New staff account', roles: (name: string) => `Change the roles of ${name}`, disable: (name: string) => `Close the account of ${name}`, enable: (name: string) => `Open the account of ${name} again`, reset: (name: string) => `New password and second factor for ${name}`,
    },
    do: { add: 'Make the account', roles: 'Set these roles', disable: 'Close the account', enable: 'Open the account', reset: 'Make new secrets' },
    done: {
      add: (name: string) => `${name} has an account`, roles: (name: string) => `Roles of ${name} are set`, disable: (name: string) => `The account of ${name} is closed`, enable: (name: string) => `The account of ${name} is open`, reset: (name: string) => `${name} has new secrets`,
    },
    issued: (name: string) => `Secrets of ${name}`, once: 'Shown once. Hand them over in person; nobody can read them again.', password: 'Password', totp: 'Second factor (secret)', totpCode: 'Code for an authenticator', kept: 'They are handed over',
  },
  proposals: {
    title: 'Proposals', sub: 'Changes that need a second person. An approval is bound to the digest of exactly what is shown.',
    state: 'State', kind: 'Kind', when: 'Proposed (UTC)', maker: 'By', you: 'you', reason: 'Reason', player: 'Player', digest: 'Digest', expires: 'Ends', decidedBy: 'Decided by', outcome: 'Outcome', carriedOut: 'carried out', facts: 'What to know before deciding', what: 'The change, whole', recorded: 'Exactly as it was recorded',
    none: 'Nothing waits for a second person', noneText: 'Choose another state to look at what was decided.',
    approve: 'Approve', reject: 'Reject', withdraw: 'Take back', approveKey: 'Key a', rejectKey: 'Key r',
    approveTitle: 'Approve as the second person', approveText: 'You approve exactly what is shown, with the digest', rejectText: 'The change is not made. What was proposed stays on record with your reason.',
    ownCannot: 'You proposed this: another person has to approve it.', notYours: 'None of your roles may approve this kind of change.', over: 'Its time is over; it has to be proposed anew.',
    approved: 'Approved and carried out', rejected: 'Not made', refused: (code: string) => `Approved, but refused by the rules with code ${code}`,
    kinds: { adjustment: 'Adjustment', topup_assign: 'Unmatched top-up', mismatch_clear: 'Wallet mismatch', cluster_freeze: 'Cluster freeze', config: 'Configuration' } as Readonly<Record<string, string>>,
  },
  adjustments: {
    title: 'Adjustment', sub: 'A correction of a player’s purse. It is posted when a second person agrees.',
    what: 'What to correct', player: 'Player id', playerHint: 'Copy it from the player’s page.', badPlayer: 'A player id has 36 characters.', purse: 'Purse', amount: (asset: string) => `Amount in ${asset}`, amountHint: 'A minus takes away.', badAmount: 'Not an amount of this asset.', counter: 'Against', caseId: 'Case', caseHint: 'The number of the case that explains it.',
    legs: 'Legs that will be posted', thePlayer: 'player', theHouse: 'house', propose: 'Propose', fill: 'Player, amount and case are needed.', confirm: 'Propose this adjustment', to: 'to player', against: 'against', second: 'Nothing is posted until another person approves it.', proposed: 'Proposed; it waits for a second person.', look: 'Look at it',
  },
  withdrawals: {
    title: 'Withdrawals', sub: 'Money on its way out. An approval is bound to the digest of exactly these terms.',
    clock: 'Left', clockHint: 'Until the 24 hours that players are promised', late: (span: string) => `late by ${span}`, amount: 'Amount', approvals: 'Yes', flags: 'What the rules found', player: 'Player', state: 'State',
    net: 'Arrives', fee: 'Fee', address: 'Address', comment: 'Comment', asked: 'Asked for', due: 'Promised by', digest: 'Digest', nobody: (needs: string) => `nobody yet, needs ${needs}`,
    none: 'Nothing waits', noneText: 'Choose another state to look at what is on its way.',
    mismatch: 'payment differs', mismatchText: 'A payment on the chain is not what was approved. Two people have to look at it before anything goes on.',
    mine: 'You said yes already: another person has to agree.', notYours: 'None of your roles may approve withdrawals.', leads: 'The second yes is a finance lead’s.',
    start: 'Take up', approve: 'Approve', first: 'Give the first yes', reject: 'Reject', flag: 'Back to review', flagText: 'Nothing of it is sent. Every yes that was given is void: it is reviewed anew, and may be rejected.',
    approveText: 'You approve exactly', rejectText: 'All of it goes back to the player, who reads your reason.', startText: 'The others see that you are looking at it.',
    deed: { start: 'Take up for review', approve: 'Approve this withdrawal', reject: 'Reject this withdrawal', flag: 'Take this withdrawal back into review' },
    do: { start: 'Take up', approve: 'Approve', reject: 'Reject', flag: 'Back to review' },
    done: { start: 'Taken up', approve: 'Approved: it is on its way', reject: 'Rejected: the money is back with the player', flag: 'Back in review: nothing was sent' }, firstDone: 'First yes given: a finance lead has to agree',
    pause: 'Pause payouts', resume: 'Resume payouts', paused: 'Payouts are paused:', pauseTitle: 'Pause all payouts', resumeTitle: 'Resume payouts', pauseText: 'Nothing leaves any wallet until payouts are resumed. What was sent already goes on.', resumeText: 'Approved withdrawals are sent again.', isPaused: 'Payouts are paused', isResumed: 'Payouts go on',
    standing: 'The player now', identity: 'Identity', frozen: 'Frozen', referral: 'Of it from friends’ play', yes: 'yes', no: 'no', noFlags: 'nothing', sources: 'Where the USDT came from', play: 'Play', terms: 'Terms of the request', addresses: 'Addresses, newest first', since: 'When (UTC)', messages: 'Messages that were signed', purposes: { pay: 'payment', cancel: 'number taken, nothing paid' } as Readonly<Record<string, string>>, slot: 'Number', attempt: (slot: string, n: string) => `${slot}, try ${n}`, outcome: 'Outcome', uncertain: 'not certain yet', signed: 'Signed (UTC)', steps: 'What happened', by: 'Who', history: 'Everything about this player',
    kyc: { 0: 'none', 1: 'under review', 2: 'failed', 3: 'approved', 4: 'rejected' } as Readonly<Record<string, string>>,
  },
  kyc: {
    title: 'Identity checks', sub: 'Opening a check is recorded with your reason. Nothing personal is on the list.',
    waits: 'Waits', when: 'Submitted (UTC)', player: 'Player', country: 'Country', images: 'Images', duplicates: 'Twins', duplicatesHint: 'Other accounts that brought the same document', others: (n: string) => (n === '1' ? '1 other' : `${n} others`), noOthers: 'none', none: 'No check waits',
    open: 'Open this check', openText: 'You will see a name, a document and its images. That you looked, and why, is recorded for ever.', check: 'Identity check', close: 'Close and forget',
    name: 'Name', document: 'Document', number: 'Number', tel: 'Phone', email: 'Mail', until: 'Shown until', types: { 1: 'Identity card', 2: 'Passport', 3: 'Other document' } as Readonly<Record<string, string>>,
    image: (n: string) => `Image ${n} of the document`, noImage: 'This image could not be shown.', noDuplicates: 'No other account ever brought this document or these images.', same: 'The same', sameDocument: 'document', sameImage: 'image',
    decide: 'Decide', decideKey: 'Key a', verdict: 'Verdict', verdicts: { approve: 'Approve', retry: 'Ask for another try', reject: 'Reject for good' }, reasons: 'What the player is told', needsReason: 'A no says why.', expires: 'Last day of the document',
    done: { approve: 'Identity approved', retry: 'Another try was asked for', reject: 'Rejected' },
  },
  config: {
    title: 'Configuration', sub: 'The product’s numbers by section. A change holds after a second person’s yes; open dives keep their table.',
    section: 'Section', version: 'Version', toCome: 'Next comes (UTC)', waiting: 'Waits', waits: (n: string) => `${n} waiting`, none: '–', inForce: (n: string) => `version ${n} in force`, newest: 'Newest approved', holdsFrom: 'holds from',
    change: 'Propose a change', document: 'The whole section', how: 'How the section is shown', asFields: 'In words', asForm: 'As a form', asText: 'As text', noJson: 'Not a JSON object whose numbers can be kept exactly.', unread: 'A field holds no number that can be kept exactly.', from: 'Holds from (UTC day)', fromHint: 'Empty: from the approval on.', propose: 'Propose', same: 'Nothing differs from what is in force.', confirm: (section: string) => `Propose a change of “${section}”`, second: 'It holds only after another person approved exactly this.',
    proposedAs: (version: string, author: string) => `Version ${version}, proposed by ${author}.`, look: 'Look at it', digest: 'Digest', figures: 'What it would mean, computed',
  },
  numbers: {
    words: { vip: 'VIP', kyc: 'KYC', usdt: 'USDT', gusd: 'GUSD', rtp: 'RTP', url: 'URL', en: 'EN', zh: 'ZH', ttl: 'lifetime', eta: 'promised within', sof: 'source of funds', desc: 'description', mult: 'multiplier', w: 'weight', tg: 'messenger', topup: 'top-up', signin: 'check-in' } as Readonly<Record<string, string>>,
    noNumber: 'Not a plain number that can be kept exactly, such as 1200 or 0.5.', anyHint: 'Empty: nothing. In quotes it is text.', add: 'Add', addRow: 'Add a row like the last one', remove: (what: string) => `Remove ${what}`, removeHead: 'Remove', row: (n: string) => `row ${n}`,
  },
  topups: {
    title: 'Unmatched payments', sub: 'Payments on the chain that name no order. Giving one to an order needs a second person.',
    when: 'Seen (UTC)', amount: 'Amount', comment: 'Comment', noComment: 'none', from: 'Sender', tx: 'Transaction', none: 'Every payment is explained', noneText: 'A payment without a comment, or with one that names no order, will stand here.',
    search: 'Look for this sender among the players', order: 'Order number', orderHint: 'The order that the payment was meant for.', badOrder: 'An order number has capital letters and digits.', propose: 'Propose to assign', second: 'Coupons are credited when another person approves.', proposed: 'Proposed; it waits for a second person',
  },
  freezes: {
    title: 'Freezes', sub: 'Accounts that staff stopped: no play, no money out.',
    since: 'Since (UTC)', player: 'Player', reason: 'Reason', by: 'By', act: 'Act', lift: 'Lift', set: 'Freeze an account', playerId: 'Player id', needsPlayer: 'A player id has 36 characters.', setText: 'The player is told that the account is stopped, not why.', liftText: 'The account goes on at once:', propose: 'Freeze a cluster', doPropose: 'Propose to freeze them', playerIds: 'Player ids, one a line', counted: (n: string) => `${n} accounts`, noPlayer: (word: string) => `“${word}” is no player id.`, needsPlayers: 'At least one player id is needed.', tooMany: (n: string) => `At most ${n} accounts in one proposal.`, proposeText: 'Nothing stops until another person approves. Accounts that are frozen already stay frozen.', proposed: 'Proposed; it waits for a second person.', look: 'Look at it',
    isSet: 'Frozen', isLifted: 'The account goes on', none: 'Nobody is frozen',
  },
  packets: {
    title: 'Red packets and codes', sub: 'What is out, how far it is claimed, new campaigns, and their early end.',
    code: 'Code', kind: 'Kind', kinds: { equal: 'Equal shares', lucky: 'Lucky shares', code: 'Redeem code' }, asset: 'What is in it', total: 'Total', shares: 'Shares', claimed: 'Claimed', state: 'State', open: 'open', ends: 'Ends (UTC)', maker: 'Created by', none: 'No packets yet',
    create: 'New packet', nameEn: 'Name in English', nameZh: 'Name in Chinese', hours: 'Hours until it ends', age: 'Days since registration', casts: 'Casts in 7 days', countries: 'Countries', countriesHint: 'Two letters each; empty: all.', budget: 'USDT comes out of the promotion budget.',
    needsTotal: 'The total is an amount of this asset.', needsShares: 'Shares are a whole number.', needsHours: 'Hours are a whole number.', needsTitle: 'Both names are needed.', created: (code: string) => `Packet ${code} is out`,
    stop: 'Stop it', stopTitle: (code: string) => `Stop packet ${code}`, stopText: 'Nobody can claim any more; what nobody claimed goes back where it came from.', stopped: 'Stopped',
  },
  views: {
    title: 'Views', sub: 'Every view against its log. A rebuild is compared with what serves before it may take its place.',
    view: 'View', mode: 'Written', log: 'Log', behind: 'Behind', age: 'Oldest', state: 'State', stopped: 'stopped', upToDate: 'up to date', follows: 'behind', stoppedAt: 'Stopped at', why: 'Why',
    rebuild: 'Rebuild and compare', rebuildTitle: (view: string) => `Rebuild ${view}`, rebuildText: 'The view is made a second time from the log, beside the rows that serve. Nothing is switched off meanwhile.', serve: 'Let the new rows serve when they are complete', compare: 'Rebuild and compare', swap: 'Rebuild, compare and switch', started: 'The rebuild has begun',
    job: { running: 'Rebuilding', done: 'Rebuilt', failed: 'The rebuild failed' } as Readonly<Record<string, string>>, progress: 'Progress of the rebuild', read: (done: string, total: string) => `${done} of ${total} events read`,
    same: 'The rebuilt rows are the same', different: (n: string) => `${n} rows differ`, live: 'Rows that serve', rebuilt: 'Rows of the log', swapped: 'New rows serve', firstLive: 'First difference, serving', firstRebuilt: 'First difference, from the log',
  },
  alerts: {
    title: 'Alerts', sub: 'What somebody must look at now. An alert goes when its cause goes.',
    severity: 'Urgency', severities: { high: 'urgent', low: 'soon' } as Readonly<Record<string, string>>, kind: 'What', subject: 'About', value: 'Found', bound: 'Should be', since: 'Since (UTC)', who: 'Who sees to it', nobody: 'nobody yet', see: 'I see to it', seen: 'The others see that it is yours', seeText: 'The alert stays until its cause is gone.', none: 'Nothing to look at', noneText: 'No limit is broken and nothing waits too long.',
    kinds: { solvency: 'Solvency', rail_paused: 'Payouts are paused', rail_difference: 'Chain and books differ', view_stopped: 'A view stands still', view_behind: 'A view is behind', kyc_backlog: 'Identity checks wait', breaker: 'A breaker is open', withdrawal_due: 'A withdrawal is due', topup_unmatched: 'A payment of nobody', staff_locked: 'A staff account waits', rtp_drift: 'Return of play drifts', login_spike: 'A burst of logins', claim_spike: 'A burst of claims', error_rate: 'A burst of refusals', faults: 'Faults of the service', wallet_low: 'Wallets hold too little', wallet_high: 'A wallet holds too much' } as Readonly<Record<string, string>>,
  },
  days: {
    title: 'Daily close', sub: 'The books of a UTC day, signed. Every asset must sum to nothing and every chain agree with the books.',
    day: 'Day', state: 'State', by: 'Closed by', open: 'open', closed: 'closed', off: 'closed, NOT zero', none: 'No day yet', choose: 'Choose a day', when: 'Closed at', reason: 'Reason',
    preview: 'Not closed yet: this is what the report would be now.', zero: 'everything adds up', notZero: 'does NOT add up', close: 'Close this day', closeTitle: (day: string) => `Close ${day}`, closeText: 'The report is signed and recorded under your name; it cannot be changed.', isClosed: (day: string) => `${day} is closed`,
    ggr: 'Gross revenue', ggrNote: 'paid coins staked less prizes', ngr: 'Net revenue', ngrNote: 'less what inviters earned', hold: 'Hold', holdNote: 'gross revenue of what was staked', staked: 'Staked', stakedNote: 'paid coins, at parity', promo: 'Promotion spent', fees: 'Withdrawal fees',
    chains: 'Chains beside the books', wallet: 'Wallet', compared: 'Compared (UTC)', onChain: 'On the chain', inBooks: 'In the books', underWay: 'Under way', unbooked: 'Not booked yet', difference: 'Unexplained', together: 'All wallets together', checks: 'What must hold',
    trial: 'Trial balance of the day', account: 'Account', asset: 'Asset', opening: 'Opening', out: 'Out', in: 'In', closing: 'Closing', signed: 'The signed report', key: 'Verifies with',
  },
  play: {
    title: 'Responsible play', sub: 'Who took a break, who plays near a limit of their own, and what was said to them.',
    why: 'Why', whys: { excluded: 'excluded themselves', cool_off: 'taking a break', loss: 'near their loss limit', session: 'long session', playing: 'excluded, tries to play' } as Readonly<Record<string, string>>, player: 'Player', until: 'Until (UTC)', notes: 'Contacts', last: 'Last contact (UTC)', none: 'Nobody needs a word', limits: 'Own limits', used: 'Used', limit: 'Limit', share: 'Share', noLimit: 'none', nearest: 'Nearest limit', nearestHint: 'How much of the limit is used of which most is used', minutes: (n: string) => `${n} min`, breakUntil: 'Break until', uses: { loss: 'Loss today', session: 'Session now', depositDay: 'Top-ups a day', depositWeek: 'Top-ups a week', depositMonth: 'Top-ups a month' }, contacts: 'Contacts, newest first', noContacts: 'Nobody wrote a contact down yet.', by: 'By', when: 'When (UTC)', note: 'Note a contact', noteText: 'Write what was said as the reason; it stays with the player’s record.', noted: 'Noted',
  },
} as const
