// The Chinese texts of the console, whole: a chunk of its own, loaded when Chinese is chosen.
import type { Texts } from '../index.ts'
import { accountsZh } from './accounts.ts'
import { approvalsZh } from './approvals.ts'
import { overviewZh } from './overview.ts'
import { playersZh } from './players.ts'
import { booksZh } from './books.ts'
import { casesZh } from './cases.ts'
import { logZh } from './log.ts'
import { evidenceZh } from './evidence.ts'
import { exportingZh } from './exporting.ts'
import { codesZh } from './codes/index.ts'
import { operationsZh } from './operations.ts'
import { paymentsZh } from './payments.ts'
import { peopleZh } from './people.ts'
import { privacyZh } from './privacy.ts'
import { reconciliationZh } from './reconciliation.ts'
import { gameSentences } from './sentences/game.ts'
import { houseSentences } from './sentences/house.ts'
import { moneySentences } from './sentences/money.ts'
import { personSentences } from './sentences/person.ts'
import { shellZh } from './shell.ts'
import { undoZh } from './undo.ts'
import { unitSamplesZh } from './unitSamples.ts'
import { usdtZh } from './usdt.ts'

export const zh: Texts = {
  ...shellZh,
  ...accountsZh,
  ...overviewZh,
  ...playersZh,
  ...booksZh,
  ...casesZh,
  ...logZh,
  ...evidenceZh,
  ...exportingZh,
  ...approvalsZh,
  ...codesZh,
  ...paymentsZh,
  ...peopleZh,
  ...privacyZh,
  ...reconciliationZh,
  ...operationsZh,
  ...undoZh,
  ...usdtZh,
  ...unitSamplesZh,
  /** One for each type of event: what happened, for people who never read the code. */
  sentences: { ...gameSentences, ...moneySentences, ...personSentences, ...houseSentences },
}
