// English texts of statements in USDT.

export const usdtEn = {
  inUsdt: {
    sheet: 'Balance sheet, all assets in USDT',
    income: 'Income statement, all assets in USDT',
    all: 'all assets in USDT',
    own: 'In its asset',
    converted: 'Value given for another asset',
    rounding: 'Rounding',
    holds: 'Adds up in USDT',
    off: 'Does NOT add up in USDT',
    rates: (month: string, rates: string) =>
      `In USDT at the rates stored with the closing of ${month}: ${rates}. Each line is rounded to 0.000001 USDT, ` +
      'a half away from zero; what that leaves is the line Rounding. What was given for another asset counts once.',
    none: 'No rates are stored with this closing, so the assets are not added up.',
    noneYet: 'The assets are added up in USDT from the first closed month on: it stores the rates.',
  },
}
