// Chinese sentences about the house: configuration, stocks, and what staff did.
import { date, inside, items, short, text, type Sentences } from '../../../words/fields.ts'
import { exportingZh } from '../exporting.ts'
import { because, subjectWords, word } from './pieces.ts'

const lot = (of: unknown) => {
  const [kind, fields] = Object.entries(inside(of))[0] ?? []
  return kind
    ? `${word(kind)} ${Object.values(inside(fields))
        .map((value) => text(value))
        .join('/')}`
    : word(of)
}

const list = (of: unknown) => exportingZh.exportList.lists[text(of)] ?? text(of)

const names = (of: unknown) => items(of).map(word).join('、') || '无'

export const houseSentences = {
  ConfigPublished: ({ version }) => `配置版本 ${text(version)} 已生效`,
  ConfigProposed: ({ section, version, author, reason, effective_at }) =>
    `${text(author)} 提议“${word(section)}”的版本 ${text(version)}，自 ${date(effective_at)} 起` +
    because(reason),
  ConfigApproved: ({ version, approver, effective_at }) =>
    `${text(approver)} 批准版本 ${text(version)}，自 ${date(effective_at)} 起生效`,
  ConfigRejected: ({ version, by, reason }) => `${text(by)} 拒绝版本 ${text(version)}${because(reason)}`,
  StockOpened: ({ lot: of, capacity, until }) =>
    `${lot(of)} 的库存已开放，共 ${text(capacity)} 件${until ? `，至 ${date(until)}` : ''}`,
  StockResized: ({ capacity }) => `库存调整为 ${text(capacity)} 件`,
  StockTaken: ({ taker, purpose, units, left }) =>
    `${short(taker)} 取用 ${text(units)} 件（${word(purpose)}）；剩余 ${text(left)} 件`,
  StockGivenBack: ({ lot: of, units, late }) =>
    `${lot(of)} 退回 ${text(units)} 件${late === true ? '，已过期，不能再用' : ''}`,
  StockClosed: ({ lot: of, left }) => `${lot(of)} 的库存已关闭，剩余 ${text(left)} 件`,
  StaffAdded: ({ name, roles, by, reason }) =>
    `${text(by)} 为 ${text(name)} 新建账号（${names(roles)}）${because(reason)}`,
  StaffRolesSet: ({ roles, by, reason }) => `${text(by)} 将角色设为${names(roles)}${because(reason)}`,
  StaffDisabled: ({ by, reason }) => `账号由 ${text(by)} 停用${because(reason)}`,
  StaffEnabled: ({ by, reason }) => `账号由 ${text(by)} 重新启用${because(reason)}`,
  StaffCredentialsReset: ({ by, reason }) => `密码和验证器由 ${text(by)} 作废${because(reason)}`,
  StaffActivated: () => '已激活账号，并自行设置密码和验证器',
  StaffPasswordChanged: () => '已修改自己的密码',
  StaffSessionOpened: ({ expires_at }) => `登录控制台，最长至 ${date(expires_at)}`,
  StaffSessionEnded: () => '退出控制台',
  StaffLocked: ({ failures, until }) =>
    `有人在猜测：同一地址连续登录错误 ${text(failures)} 次，显示至 ${date(until)}`,
  StaffActed: ({ call, subject, reason }) =>
    `执行 ${text(call)}${text(subject) ? `，对象 ${subjectWords(subject)}` : ''}${because(reason)}`,
  StaffReadPersonal: ({ call, player, what, reason }) =>
    `通过 ${text(call)} 查阅 ${short(player)} 的个人数据（${word(what)}）${because(reason)}`,
  StaffLooked: ({ call, subject, reason }) =>
    `通过 ${text(call)} 查看${text(subject) ? ` ${subjectWords(subject)}` : ''}${because(reason)}`,
  ExportMade: ({ what, format, reason, by, files }) =>
    `${text(by)} 以 ${text(format)} 导出${list(what)}（${String(items(files).length)} 个文件）${because(reason)}`,
  ExportMissed: ({ what }) => `到期的${list(what)}导出未生成`,
  ExportScheduled: ({ schedule }) =>
    `设置${list(inside(schedule)['what'])}的定期导出（${word(inside(schedule)['every'])}）` +
    because(inside(schedule)['reason']),
  ExportScheduleStopped: ({ by, reason }) => `${text(by)} 停止定期导出${because(reason)}`,
  BookmarkSaved: ({ bookmark }) =>
    `收藏视图“${text(inside(bookmark)['title'])}”` +
    (inside(bookmark)['is_shared'] === true ? '，与所有员工共享' : ''),
  BookmarkForgotten: ({ by, reason }) => `${text(by)} 移除收藏的视图${because(reason)}`,
  StaffKeyProposed: ({ key }) => `提议签名密钥（${word(inside(key)['kind'])}）`,
  StaffKeyApproved: ({ account, by, reason }) => `${text(by)} 批准 ${text(account)} 的密钥${because(reason)}`,
  StaffKeyRevoked: ({ by, reason }) => `密钥由 ${text(by)} 吊销${because(reason)}`,
  Proposed: ({ kind, maker, reason }) => `${text(maker)} 提议：${word(kind)}${because(reason)}`,
  Withdrawn: ({ by, reason }) => `由 ${text(by)} 撤回${because(reason)}`,
  Done: ({ code }) => (text(code) === '0' ? '已执行' : `未能执行：被拒绝，代码 ${text(code)}`),
  DayClosed: ({ day, is_balanced, by }) =>
    `${text(day)} 由 ${text(by)} 日结：${is_balanced === true ? '全部平衡' : '不平衡'}`,
  PeriodClosed: ({ sequence, period, proposer, approver }) =>
    `${text(period)} 月结，结账序号 ${text(sequence)}：` +
    `制单人 ${text(proposer)}，复核人 ${text(approver)}`,
  SpanClosed: ({ period, proposer, approver }) =>
    `${text(period)} 按各月之和结账：制单人 ${text(proposer)}，复核人 ${text(approver)}`,
  SamplePlanned: ({ by }) => `${text(by)} 制定抽样计划`,
  SampleDrawn: ({ by, words }) => `${text(by)} 以“${text(words)}”抽取样本`,
  SampleTested: ({ by, item }) => `${text(by)} 记录第 ${Number(item) + 1} 条的结果`,
  SampleSigned: ({ by }) => `${text(by)} 签署抽样底稿`,
  CaseOpened: ({ no, title, by }) => `${text(by)} 开立案件 ${text(no)}：${text(title)}`,
  CaseCommented: ({ by }) => `${text(by)} 添加备注`,
  CaseAttached: ({ by, media_type }) => `${text(by)} 添加附件（${text(media_type)}）`,
  CaseAssigned: ({ to, by }) =>
    text(to) ? `${text(by)} 将案件指派给 ${text(to)}` : `${text(by)} 取消案件的指派`,
  CaseClosed: ({ by, outcome }) => `${text(by)} 关闭案件：${text(outcome)}`,
  CaseReopened: ({ by, reason }) => `${text(by)} 重新打开案件${because(reason)}`,
} satisfies Sentences
