// English words of the finance and audit screens.

export const screensEn = {
  word: {
    event: 'Event', events: 'Events', when: 'When (UTC)', position: 'Position', type: 'Type', stream: 'Stream', actor: 'Who', account: 'Account', owner: 'Owner', asset: 'Asset', amount: 'Amount', after: 'Balance after', counter: 'Against', house: 'House', player: 'Player',
    happened: 'What happened', version: 'Version', hash: 'Hash', state: 'State', opening: 'Opening', closing: 'Closing', debit: 'Out', credit: 'In', balance: 'Balance', total: 'Total', name: 'Name', value: 'Value', from: 'From', until: 'Until', open: 'Open', request: 'Request', rule: 'Rule', leg: 'Leg', none: 'none', yes: 'yes', no: 'no', never: 'never', key: 'Key', difference: 'Difference', since: 'Since', reason: 'Reason',
  },
  overview: {
    title: 'Overview',
    sub: 'What the house owes, what it holds, and whether the log is whole.',
    period: 'Days', periods: [['7', '7 days'], ['30', '30 days'], ['90', '90 days'], ['366', 'a year']] as readonly (readonly [string, string])[],
    checks: { custody: 'Custody (on the chain)', reserve: 'Prize reserve' } as Record<string, string>,
    owedBy: { custody: 'Owed to players in USDT', reserve: 'Prizes and shares unpaid' } as Record<string, string>,
    margin: { custody: 'Custody above what is owed', reserve: 'Reserve above what is owed' } as Record<string, string>,
    owed: 'Owed', cover: (name: string) => `${name} less what is owed`, solvent: 'covered', insolvent: 'NOT covered',
    sumIn: (days: string) => `Came in, ${days} days`, sumOut: (days: string) => `Paid out, ${days} days`,
    flow: 'USDT by day', in: 'Top-ups', out: 'Withdrawals', promo: 'Promotion', fees: 'Fees',
    game: 'Paid play by day (1 coin = 1 GUSD)', staked: 'Staked', won: 'Won',
    liabilities: 'Books by asset', players: 'Players hold', house: 'House (mirror)', sum: 'Both together',
    log: 'The log', head: 'Last event', headsHold: 'heads of the log hold', headsBroken: 'a head of the log does NOT hold', checkpoint: 'Signed checkpoint', numbered: (n: string, events: string) => `no. ${n}, over ${events} events`, signed: 'Signed at', unsigned: 'Events since then',
    chain: (rail: string) => `Chain and books: ${rail}`, explained: 'no unexplained difference', unexplained: 'unexplained difference', onChain: 'On the chain', inBooks: 'In the books', underWay: 'Signed, outcome open', unbooked: 'Came, not booked', gap: 'Unexplained', checked: 'Compared at',
    views: 'Views and policies', lag: 'Behind', upToDate: 'up to date', behind: (n: string) => `${n} events behind`, stoppedAt: (type: string) => `stopped at ${type}`,
  },
  players: {
    title: 'Players',
    sub: 'By player id, messenger id, code, payout address, order number, transaction or packet code.',
    query: 'Find', placeholder: 'at least two letters', found: 'Found by', matched: { scode: 'invite code', tg_id: 'messenger id', tx: 'transaction' } as Readonly<Record<string, string>>, joined: 'Joined (UTC)', messenger: 'Messenger id', code: 'Code',
    ask: 'Whom do you look for?', askText: 'Write an id, a code, an address, an order number or a transaction into the field above.', nobody: 'Nobody was found', nobodyText: 'Ids, addresses and transactions are compared whole; codes and order numbers too.',
  },
  player: {
    sub: (scode: string) => `Player ${scode}`,
    balances: 'Balances', why: 'Why?', whyHint: 'Lines behind this balance', facts: 'Facts', links: 'Links', limits: 'Limits', timeline: 'Timeline',
    joined: 'Joined', messenger: 'Messenger id', language: 'Language', country: 'Countries', address: 'Payout address', upline: 'Who was invited by', moved: 'Moved', lines: 'Lines', linesHint: 'How many amounts of this player the event moved; the first one stands here', last: 'Last line', holds: 'balances equal their events', off: 'balances do NOT equal their events', atEvent: (n: string) => `right after event ${n}`, kycUntil: (day: string) => `until ${day}`, diveNote: (casts: string, level: string) => `${casts} casts, depth ${level}, safe`,
    limit: { depositDay: 'Top-ups a day', depositWeek: 'Top-ups a week', depositMonth: 'Top-ups a month', lossDay: 'Loss a day', session: 'Session', minutes: (n: string) => `${n} minutes`, coolOff: 'Break until', excluded: 'Excluded until', pending: 'Looser limits waiting', erase: 'Erasure on', erased: 'Personal data erased' }, kyc: 'Identity', vip: 'VIP until', frozen: 'Frozen', inviter: 'Invited by', friends: 'Friends', cluster: 'Same device or network', dive: 'Open dive', noLimits: 'No limits set.', nobody: 'nobody', noCluster: 'nobody else', freezeCluster: (n: string) => `Propose to freeze these ${n} accounts`,
    slider: 'As of event number', sliderNote: (n: string, all: string) => `event ${n} of ${all} of this player`, sliderNow: 'newest', at: 'Balances right after this event', filter: 'Type of event', all: 'all types',
    linesOf: (account: string) => `Lines of ${account}`, empty: 'No events', entries: 'All lines', statement: 'Statement', events: 'Events of the stream',
  },
  why: {
    title: 'Why this amount', lines: 'Choose a line to see why it has its amount.', event: 'What happened', rule: 'Rule that decided', config: 'Numbers in force', configVersion: (n: string) => `configuration ${n}`, inputs: 'What went in', legs: 'All legs of the event', sum: 'Balance', before: 'Balance before', request: 'Asked for by request', upstream: 'Caused by', root: 'Nothing before it: a person or a clock began it.', openEvent: 'Open the event', balances: 'The legs add up to zero.', unbalanced: 'The legs do NOT add up to zero.', back: 'Back to the lines',
  },
  entries: {
    title: 'Entries', sub: 'The journal: every leg of every event, newest first.', owner: 'house, player id or tg:number', min: 'From amount', max: 'To amount', any: 'No line fits these filters', anyText: 'Clear a filter, or look at a later moment.', period: 'Since (position or time)', badAmount: 'Amounts need an asset filter and at most its decimals.',
  },
  trial: {
    title: 'Trial balance', sub: 'Opening, in, out and closing of every account; each asset must add up to zero.', zero: 'adds up to zero', off: 'does NOT add up to zero', group: { house: 'House', players: 'Players' }, drill: 'Press a line to see its owners or its entries.', accounts: (account: string) => `Owners of ${account}`, openEntries: 'Entries of this account', since: 'Opening at (position or time)', hideZero: 'Hide empty accounts', perAsset: 'Per asset', allHold: 'Every asset adds up to zero', anyOff: 'An asset does NOT add up to zero', filtered: 'Totals count every account, shown or not.',
  },
  statement: {
    title: 'Statement', sub: 'Opening balance, every line, closing balance of one owner.', choose: 'Whose statement?', chooseText: 'Write “house”, a player id, or tg: and a messenger id into the field above.', addsUp: 'Opening plus lines equals closing', off: 'Opening plus lines does NOT equal closing', opening: 'Opening balances', closing: 'Closing balances', save: 'Save as CSV', notSaved: 'Not saved: the server did not answer, or there are more than 50,000 lines. Use an export.', quiet: 'No line in this period', sums: 'Opening and closing', moved: 'Moved', lines: 'Lines', linesHint: 'How many amounts of this player the event moved; the first one stands here', beginning: 'Beginning of the log',
  },
  events: {
    title: 'Events', sub: 'The log as it was recorded, newest first.', none: 'No event fits these filters',
  },
  event: {
    title: (type: string) => type, payload: 'Payload', metadata: 'Metadata', legs: 'Legs', noLegs: 'Moves no value.', chain: 'Chain of hashes', computed: 'Computed again', next: 'Next in its stream', newest: 'this is the newest', together: 'Of the same command', more: 'There are more effects than are shown.', hash: 'Hash', previous: 'Hash of the event before', linked: 'linked to the event before', broken: 'NOT linked to the event before', causes: 'Causation', upstream: 'What led to it', downstream: 'What it led to', nothing: 'Nothing.', itself: 'this event', before: 'Event before', after: 'Event after', prove: 'Prove it', streamVersion: 'Place in its stream', recorded: 'Recorded', eventId: 'Event id',
  },
  registers: {
    title: 'Registers', sub: 'What auditors ask for first.', register: 'Register', none: 'This register is empty', code: (code: string) => `Refused with ${code}`,
    names: { manual: 'Manual entries', reversed: 'Reversed and voided', refused: 'Refused', approvals: 'Approvals', config: 'Changes of configuration', personal: 'Personal data read' } as Record<string, string>,
    about: { manual: 'Value moved by a decision of staff: adjustments, refunds, funding.', reversed: 'Dives voided, withdrawals returned, shares cancelled.', refused: 'Requests that the rules refused.', approvals: 'Every approval with maker and checker, and every act of staff with its reason.', config: 'Every change of rules and numbers, proposed, approved or rejected.', personal: 'Every look at documents or personal data, with the reason.' } as Record<string, string>,
  },
  proofs: {
    title: 'Proofs', sub: 'Signed checkpoints of the log, and proofs that anybody can check without this server.', checkpoints: 'Checkpoints', checkpoint: (n: string) => `Checkpoint ${n}`, number: 'No.', size: 'Events', root: 'Root', origin: 'Log', signed: 'Signed note', vkey: 'Verifier key', vkeyNote: 'Compare the key with the one that was published: a database that lies would lie about its key too.',
    inclusion: 'Is this event in the log?', consistency: 'Was the log only ever added to?', position: 'Position', older: 'Older checkpoint (no.)', prove: 'Make the proof', save: 'Save as file', against: (n: string, events: string) => `Against checkpoint ${n} over ${events} events.`, offline: 'Check it on any machine: ledger verify --bundle FILE --vkey KEY', none: 'No checkpoint yet',
  },
  samples: {
    title: 'Samples', more: (n: string) => `and ${n} more`, sub: 'A random sample that anybody can draw again: the seed decides it.', seed: 'Seed', seedHint: 'Any text, agreed on before the period ends', count: 'How many (1–200)', draw: 'Draw a sample', newSeed: 'Random seed', from: (population: string) => `Drawn from ${population} events.`, again: 'The same seed over the same range gives the same events, for ever', type: 'Type of event', index: 'Place', none: 'Nothing to draw from',
  },
  replay: {
    title: 'Replay', sub: 'Folds recorded events anew in a sandbox and compares with what the live tables say.', kind: 'Replay', kinds: [['range', 'all accounts'], ['stream', 'one stream'], ['view', 'a view']] as readonly (readonly [string, string])[], stream: 'Stream type', key: 'Key', view: 'View (or all)', run: 'Replay', ask: 'Nothing replayed yet', askText: 'A replay reads the log and changes nothing. The result stays under its address for as long as the server runs.', same: 'History and live tables agree', differ: (n: string) => (n === '1' ? '1 line differs' : `${n} lines differ`), equal: 'same', differs: 'differs', live: 'Live', replayed: 'History', what: 'What is compared', compared: 'Compared', first: 'First difference',
  },
  audits: {
    title: 'Audit laws', sub: 'Laws of the books, each one query that shares no code with the rules that made the books.', run: 'Check all laws', holds: 'holds', broken: 'broken', law: 'Law', says: 'What it says', compared: 'Asked of', findings: 'Broken', first: 'First finding', all: (n: string) => `All ${n} laws hold`, some: (n: string) => `${n} laws are broken`, none: 'Not checked yet', noneText: 'A check reads the whole log and may take a while; it changes nothing.',
  },
  exports: {
    title: 'Exports', sub: 'Events and postings with a signed manifest, up to the newest checkpoint or the moment you look at.', format: 'Format', formats: [['ndjson', 'NDJSON'], ['csv', 'CSV'], ['parquet', 'Parquet'], ['hledger', 'hledger journal'], ['beancount', 'Beancount journal']] as readonly (readonly [string, string])[], start: 'Start an export', files: 'Files', rows: 'Rows', bytes: 'Size', sha: 'SHA-256', manifest: 'holds those of the others', download: 'Download', file: 'File', verify: 'Check a bundle', since: 'After (position or time)', player: 'One player alone (id or tg:number)', ends: 'It ends at a signed checkpoint: the bundle can be checked offline.', ask: 'No export chosen', askText: 'Start one above. Its address can be kept; files stay for as long as the server runs.',
  },
  bundle: {
    title: 'Bundle check', sub: 'Checks an export or a proof on this machine, with the code of the ledger itself. No file leaves the browser.', choose: 'Files of the bundle, or one proof', key: 'Verifier key of the log', keyHint: 'Given to you some other way than with the files. Without it the key in the files is believed.', check: 'Check', running: 'Checking', verdict: 'Verdict', holds: 'whole and unchanged', holdsAlone: 'fits together', fails: 'does NOT hold', unmade: 'could not be checked', untrusted: 'No verifier key was given: the files fit one another, but who wrote them is not proven.', chosen: (n: string, size: string) => `${n} files, ${size}`, manifest: 'Choose manifest.json and all data files of an export together, or the one file of a proof.', broke: (why: string) => `The check could not be made: ${why}`, proven: 'Proven', origin: 'Log', checkpoint: 'Signed checkpoint', noCheckpoint: 'none at its end', postings: 'Postings', sumOf: (asset: string) => `Sum of ${asset}`,
  },
  job: { state: { running: 'running', done: 'done', failed: 'failed' } as Record<string, string>, progress: (done: string, total: string) => `${done} of ${total}`, by: (name: string) => `by ${name}` },
} as const
