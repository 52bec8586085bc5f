// English texts of the books.

export const booksEn = {
  entries: {
    title: 'Entries',
    sub: 'The journal: every leg of every event, newest first.',
    owner: 'house, player (id, short id, code) or tg:number',
    min: 'From amount',
    max: 'To amount',
    any: 'No line fits these filters',
    anyText: 'Clear a filter, or look at a later moment.',
    period: 'Since (day, time or position)',
    badAmount: 'Amounts need an asset filter and at most its decimals.',
  },
  financials: {
    title: 'Financial statements',
    sub:
      'Balance sheet and income statement of each asset by the chart of accounts. ' +
      'Press a name to see its accounts in the trial balance.',
    since: 'Period begins at (position or time)',
    hideZero: 'Hide empty entries',
    holds: 'Assets = liabilities + equity + result',
    off: 'Assets are NOT liabilities, equity and result',
    whole: (at: string, chart: string) =>
      `From the beginning of the log to ${at}, by chart ${chart}. Choose a beginning to compare periods.`,
    period: (from: string, at: string, prior: string, chart: string) =>
      `Period ${from} to ${at}, beside the one of the same length before, which begins at ${prior}; chart ${chart}.`,
    sheet: (asset: string) => `Balance sheet ${asset}`,
    income: (asset: string) => `Income statement ${asset}`,
    code: 'Code',
    now: 'At the end',
    before: 'At the beginning',
    inPeriod: 'Period',
    inPrior: 'Prior period',
    resultSoFar: 'Result since the log began',
    total: {
      assets: 'Assets',
      liabilities: 'Liabilities',
      equity: 'Equity without result',
      claims: 'Liabilities, equity and result',
      income: 'Income',
      expenses: 'Expenses',
      result: 'Result',
    },
  },
  trial: {
    title: 'Trial balance',
    sub:
      'Opening, debit, credit and closing of every account; each asset must add up to zero. ' +
      'A balance below zero is a debit balance: custody, for example, is what the chain holds.',
    zero: 'adds up to zero',
    off: 'does NOT add up to zero',
    group: { house: 'House', players: 'Players' },
    drill: 'Press a line to see its owners or its entries.',
    accounts: (account: string) => `Owners of ${account}`,
    openEntries: 'Entries of this account',
    since: 'Opening at (position or time)',
    only: 'Accounts alone (totals stay of all)',
    hideZero: 'Hide empty accounts',
    perAsset: 'Per asset',
    allHold: 'Every asset adds up to zero',
    anyOff: 'An asset does NOT add up to zero',
    filtered: 'Totals count every account, shown or not.',
  },
  statement: {
    title: 'Statement',
    sub: 'Opening balance, every line, closing balance of one owner.',
    choose: 'Whose statement?',
    chooseText:
      'Write “house”, a player’s id, short id or code, or tg: and a messenger id into the field above.',
    addsUp: 'Opening plus lines equals closing',
    off: 'Opening plus lines does NOT equal closing',
    opening: 'Opening balances',
    closing: 'Closing balances',
    quiet: 'No line in this period',
    sums: 'Opening and closing',
    moved: 'Moved',
    lines: 'Lines',
    linesHint: 'How many amounts of this player the event moved; the first one stands here',
    beginning: 'Beginning of the log',
  },
}
