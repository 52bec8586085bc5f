/**
 * What is said over the sea during a dive, under each other and one thing at a time: a tip comes before the note on
 * gift coins, and after the news that an old dive goes on. A broken promise comes before all of them.
 */
import type { Dive } from '../../api/endpoints.gen.ts'
import { Announcer } from './Announcer.tsx'
import { BrokenPromise, useBroken } from './BrokenPromise.tsx'
import type { Announcement } from './commands.ts'
import { ResumedBanner } from './ResumedBanner.tsx'
import { Ribbon } from './Ribbon.tsx'
import { TipCard } from './TipCard.tsx'
import { useTip } from './tips.ts'
import css from './Screen.module.css'

type Props = {
  dive: Dive | null
  announcement: Announcement | null
  /** The dive was open before this page was. */
  resumed: boolean
  onClose: () => void
}

/** Over the whole sea; only its own buttons take taps. */
export function Notes({ dive, announcement, resumed, onClose }: Props) {
  const broken = useBroken(dive)
  const { tip, done, skip } = useTip(resumed || broken ? null : dive)
  return (
    <>
      <div className={css.notes}>
        {dive !== null && broken && <BrokenPromise dive={dive} />}
        {tip === null && !resumed && !broken && <Ribbon dive={dive} />}
        {dive !== null && resumed && !broken && <ResumedBanner dive={dive} onClose={onClose} />}
        <Announcer announcement={announcement} />
      </div>
      {tip !== null && (
        <TipCard
          key={`${tip} ${announcement?.id ?? ''}`}
          tip={tip}
          later={announcement !== null}
          onDone={done}
          onSkip={skip}
        />
      )}
    </>
  )
}
