// Chinese texts of statements in USDT.

export const usdtZh = {
  inUsdt: {
    sheet: '资产负债表（全部资产折合 USDT）',
    income: '利润表（全部资产折合 USDT）',
    all: '全部资产（折合 USDT）',
    own: '原资产金额',
    converted: '换取其他资产的价值',
    rounding: '舍入差额',
    holds: '折合 USDT 后平衡',
    off: '折合 USDT 后不平衡',
    rates: (month: string, rates: string) =>
      `按 ${month} 月结时保存的汇率折合 USDT：${rates}。每行四舍五入到 0.000001 USDT，差额列于“舍入差额”。换取其他资产的价值只计一次。`,
    none: '此次月结未保存汇率，因此各资产不相加。',
    noneYet: '自首个月结起保存汇率，届时各资产折合 USDT 相加。',
  },
}
