// The English texts of the console, whole.
import { accountsEn } from './accounts.ts'
import { overviewEn } from './overview.ts'
import { playersEn } from './players.ts'
import { booksEn } from './books.ts'
import { casesEn } from './cases.ts'
import { logEn } from './log.ts'
import { evidenceEn } from './evidence.ts'
import { exportingEn } from './exporting.ts'
import { codesEn } from './codes.ts'
import { approvalsEn } from './approvals.ts'
import { operationsEn } from './operations.ts'
import { paymentsEn } from './payments.ts'
import { peopleEn } from './people.ts'
import { privacyEn } from './privacy.ts'
import { reconciliationEn } from './reconciliation.ts'
import { gameSentences } from './sentences/game.ts'
import { houseSentences } from './sentences/house.ts'
import { moneySentences } from './sentences/money.ts'
import { personSentences } from './sentences/person.ts'
import { shellEn } from './shell.ts'
import { undoEn } from './undo.ts'
import { unitSamplesEn } from './unitSamples.ts'
import { usdtEn } from './usdt.ts'

export const en = {
  ...shellEn,
  ...accountsEn,
  ...overviewEn,
  ...playersEn,
  ...booksEn,
  ...casesEn,
  ...logEn,
  ...evidenceEn,
  ...exportingEn,
  ...approvalsEn,
  ...codesEn,
  ...paymentsEn,
  ...peopleEn,
  ...privacyEn,
  ...reconciliationEn,
  ...operationsEn,
  ...undoEn,
  ...usdtEn,
  ...unitSamplesEn,
  /** One for each type of event: what happened, for people who never read the code. */
  sentences: { ...gameSentences, ...moneySentences, ...personSentences, ...houseSentences },
}
