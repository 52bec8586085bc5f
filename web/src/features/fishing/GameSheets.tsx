/** Everything that covers the game for a while. A chunk of its own: the first screen needs none of it. */
import type { ComponentProps } from 'react'
import { FairSheet } from './FairSheet.tsx'
import { HistorySheet } from './HistorySheet.tsx'
import { NoticeSheet } from './NoticeSheet.tsx'
import { RealitySheet } from './RealitySheet.tsx'
import { ResultSheet } from './ResultSheet.tsx'
import { StartSheet } from './StartSheet.tsx'

type Props = {
  start: ComponentProps<typeof StartSheet>
  result: ComponentProps<typeof ResultSheet>
  history: ComponentProps<typeof HistorySheet>
  fair: ComponentProps<typeof FairSheet>
  notice: ComponentProps<typeof NoticeSheet>
  reality: ComponentProps<typeof RealitySheet>
}

/** All sheets of the game; each is closed until its own props open it. */
export default function GameSheets({ start, result, history, fair, notice, reality }: Props) {
  return (
    <>
      <StartSheet {...start} />
      <ResultSheet {...result} />
      <HistorySheet {...history} />
      <FairSheet {...fair} />
      <NoticeSheet {...notice} />
      <RealitySheet {...reality} />
    </>
  )
}
