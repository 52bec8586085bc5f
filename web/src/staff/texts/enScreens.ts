// English words of the finance and audit screens.

export const screensEn = {
  word: {
    event: 'Event', events: 'Events', when: 'When (UTC)', position: 'Position', type: 'Type', stream: 'Stream', actor: 'Who', account: 'Account', owner: 'Owner', asset: 'Asset', amount: 'Amount', after: 'Balance after', counter: 'Against', house: 'House', player: 'Player',
    happened: 'What happened', version: 'Version', hash: 'Hash', state: 'State', opening: 'Opening', closing: 'Closing', debit: 'Out', credit: 'In', balance: 'Balance', total: 'Total', name: 'Name', value: 'Value', from: 'From', until: 'Until', open: 'Open', request: 'Request', rule: 'Rule', leg: 'Leg', none: 'none', yes: 'yes', no: 'no', never: 'never', key: 'Key', difference: 'Difference', since: 'Since', reason: 'Reason',
  },
  overview: {
    title: 'Overview',
    sub: 'What the house owes, what it holds, and whether the log is whole.',
    custody: 'Custody (on the chain)', owed: 'Owed in USDT', cover: 'Custody less owed', reserve: 'Prize reserve', promo: 'Promotion budget', fees: 'Fees kept', pending: 'Withdrawals waiting',
    flow: 'USDT in and out, by day', in: 'Top-ups', out: 'Withdrawals',
    liabilities: 'Liabilities by asset', liabilitiesNote: 'What all players hold, withdrawals under way and shares owed included.',
    log: 'The log', head: 'Last event', headHash: 'Its hash', verified: 'Checked up to', verifiedAll: 'whole', verifiedRest: (n: string) => `${n} events not yet checked`,
    views: 'Views', lag: 'Behind', stopped: 'stopped', upToDate: 'up to date', behind: (n: string) => `${n} events`,
    solvent: 'covered', insolvent: 'NOT covered',
    requests: (n: string) => `${n} requests`,
  },
  players: {
    title: 'Players',
    sub: 'By player id, messenger id, code, payout address, order number, transaction or packet code.',
    query: 'Find', placeholder: 'at least two letters', found: 'Found by', joined: 'Joined (UTC)', messenger: 'Messenger id', code: 'Code',
    ask: 'Whom do you look for?', askText: 'Write an id, a code, an address, an order number or a transaction into the field above.', nobody: 'Nobody was found', nobodyText: 'Ids, addresses and transactions are compared whole; codes and order numbers too.',
  },
  player: {
    sub: (scode: string) => `Player ${scode}`,
    balances: 'Balances', why: 'Why?', whyHint: 'Lines behind this balance', facts: 'Facts', links: 'Links', limits: 'Limits', timeline: 'Timeline',
    joined: 'Joined', messenger: 'Messenger id', language: 'Language', kyc: 'Identity', vip: 'VIP until', frozen: 'Frozen', inviter: 'Invited by', friends: 'Friends', cluster: 'Same device or network', dive: 'Open dive', noLimits: 'No limits set.', nobody: 'nobody', noCluster: 'nobody else',
    slider: 'As of event number', sliderNote: (n: string, all: string) => `event ${n} of ${all} of this player`, sliderNow: 'newest', at: 'Balances right after this event', filter: 'Type of event', all: 'all types',
    linesOf: (account: string) => `Lines of ${account}`, empty: 'No events', entries: 'All lines', statement: 'Statement', events: 'Events of the stream',
  },
  why: {
    title: 'Why this amount', lines: 'Choose a line to see why it has its amount.', event: 'What happened', rule: 'Rule that decided', config: 'Numbers in force', configVersion: (n: string) => `configuration ${n}`, inputs: 'What went in', legs: 'All legs of the event', sum: 'Balance', before: 'Balance before', request: 'Asked for by request', upstream: 'Caused by', root: 'Nothing before it: a person or a clock began it.', openEvent: 'Open the event', balances: 'The legs add up to zero.', unbalanced: 'The legs do NOT add up to zero.', back: 'Back to the lines',
  },
  entries: {
    title: 'Entries', sub: 'The journal: every leg of every event, newest first.', min: 'From amount', max: 'To amount', any: 'No line fits these filters', anyText: 'Clear a filter, or look at a later moment.', period: 'Since (position or time)', badAmount: 'Amounts need an asset filter and at most its decimals.',
  },
  trial: {
    title: 'Trial balance', sub: 'Opening, in, out and closing of every account; each asset must add up to zero.', zero: 'adds up to zero', off: 'does NOT add up to zero', group: { house: 'House', players: 'Players' }, drill: 'Press a line to see its owners or its entries.', accounts: (account: string) => `Owners of ${account}`, openEntries: 'Entries of this account', since: 'Opening at (position or time)', hideZero: 'Hide empty accounts', perAsset: 'Per asset', filtered: 'Totals count every account, shown or not.',
  },
  statement: {
    title: 'Statement', sub: 'Opening balance, every line, closing balance of one owner.', owner: 'Owner (player id or code)', choose: 'Whose statement?', chooseText: 'Write a player id, or “house”, into the field above.', addsUp: 'Opening plus lines equals closing', off: 'Opening plus lines does NOT equal closing', opening: 'Opening balances', closing: 'Closing balances', print: 'Print', quiet: 'No line in this period', house: 'The house',
  },
  events: {
    title: 'Events', sub: 'The log as it was recorded, newest first.', none: 'No event fits these filters',
  },
  event: {
    title: (type: string) => type, payload: 'Payload', metadata: 'Metadata', legs: 'Legs', noLegs: 'Moves no value.', hash: 'Hash', previous: 'Hash of the event before', linked: 'linked to the event before', broken: 'NOT linked to the event before', causes: 'Causation', upstream: 'What led to it', downstream: 'What it led to', nothing: 'Nothing.', itself: 'this event', before: 'Event before', after: 'Event after', prove: 'Prove it', streamVersion: 'Place in its stream', recorded: 'Recorded', eventId: 'Event id',
  },
  registers: {
    title: 'Registers', sub: 'What auditors ask for first.', register: 'Register', none: 'This register is empty',
    names: { manual: 'Manual entries', reversed: 'Reversed and voided', refused: 'Refused', approvals: 'Approvals', config: 'Changes of configuration', personal: 'Personal data read' } as Record<string, string>,
    about: { manual: 'Value moved by a decision of staff: adjustments, refunds, funding.', reversed: 'Dives voided, withdrawals returned, shares cancelled.', refused: 'Requests that the rules refused.', approvals: 'Every approval with maker and checker.', config: 'Every change of rules and numbers, proposed, approved or rejected.', personal: 'Every look at documents or personal data, with the reason.' } as Record<string, string>,
  },
  proofs: {
    title: 'Proofs', sub: 'Signed checkpoints of the log, and proofs that anybody can check without this server.', checkpoints: 'Checkpoints', size: 'Events', root: 'Root', signed: 'Signed note', inclusion: 'Is this event in the log?', consistency: 'Was the log only ever added to?', position: 'Position', from: 'Older checkpoint (events)', until: 'Newer checkpoint (events)', prove: 'Make the proof', holds: 'The proof holds', fails: 'The proof does NOT hold', text: 'Proof', none: 'No checkpoint yet', latest: 'Latest',
  },
  samples: {
    title: 'Samples', sub: 'A random sample that anybody can draw again: the seed decides it.', seed: 'Seed', seedHint: 'Any text, agreed on beforehand', count: 'How many', draw: 'Draw', newSeed: 'New seed', population: 'Drawn from', digest: 'Digest of the sample', again: 'The same seed over the same range gives the same events, for ever.', type: 'Type of event', none: 'Nothing to draw from',
  },
  replay: {
    title: 'Replay', sub: 'Folds recorded events anew in a sandbox and compares with what the live tables say.', stream: 'Stream type', key: 'Key (empty: all of the type)', from: 'From position', until: 'Until position', run: 'Replay', same: 'Replay and live tables agree', differ: (n: string) => `${n} differences`, live: 'Live', replayed: 'Replayed', what: 'What', running: 'Replaying',
  },
  audits: {
    title: 'Audit laws', sub: 'Laws of the books, each one query that shares no code with the rules that made the books.', run: 'Run all laws', running: 'Checking', holds: 'holds', broken: 'broken', waiting: 'not run', law: 'Law', findings: 'Findings', took: 'Took', all: (n: string) => `All ${n} laws hold`, some: (n: string) => `${n} laws are broken`, none: 'Not run yet', noneText: 'A run reads the whole log and may take a while; it changes nothing.',
  },
  exports: {
    title: 'Exports', sub: 'Events and postings with a signed manifest, up to the latest checkpoint.', format: 'Format', start: 'Start an export', running: 'Writing', files: 'Files', bytes: 'Size', sha: 'SHA-256', download: 'Download', verify: 'Check a bundle', done: 'Ready', since: 'From (position or time)', failed: 'The export failed', note: 'Files stay at the server for a day.',
  },
  bundle: {
    title: 'Bundle check', sub: 'Checks an exported bundle on this machine. No file leaves the browser.', choose: 'Choose the files of a bundle', key: 'Verifier key of the log', keyHint: 'Given to you by the operator some other way than with the bundle', check: 'Check', running: 'Checking', holds: 'The bundle is whole and unchanged', fails: 'The bundle does NOT check', missing: 'The checking program is not part of this build.', chosen: (n: string, size: string) => `${n} files, ${size}`, manifest: 'A bundle has a manifest.json, a checkpoint and its data files.', none: 'No manifest.json among the files.',
  },
  job: { state: { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' } as Record<string, string>, progress: (done: string, total: string) => `${done} of ${total}`, stop: 'Stop watching' },
} as const
