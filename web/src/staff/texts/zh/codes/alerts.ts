// Chinese for what alerts say in words, by their kind: where the server says the same of all alerts of a kind.

export const alertValues: Readonly<Record<string, string>> = {
  rail_stale: '从未核对',
}

export const alertBounds: Readonly<Record<string, string>> = {
  solvency: '不低于零',
  rail_paused: '正常付款',
  view_stopped: '跟随日志',
  kyc_backlog: '没有超过一天的',
  topup_unmatched: '一天内匹配',
  seed_sealed: '最后一次下潜后一天内公开',
}
