// What stands round every screen: navigation by permission, search, the moment, the person.
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { useStaff } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { KeysDialog } from './Keys.tsx'
import { Nav } from './Nav.tsx'
import { Palette } from './Palette.tsx'
import { NoMoment, PastBanner, PastDialog } from './Past.tsx'
import { SavedViews } from './SavedViews.tsx'
import { StillSignedIn } from './StillSignedIn.tsx'
import { Top } from './Top.tsx'
import { Printed } from './Printed.tsx'
import type { Handle } from './screens.ts'
import { useShellKeys, type Open } from './useShellKeys.ts'
import css from './shell.module.css'

/** The frame of the console. */
export function Shell() {
  const [open, setOpen] = useState<Open>(null)
  const content = useRef<HTMLDivElement>(null)
  const past = useStaff(({ view }) => view.asOf !== null)
  const problem = useStaff(({ view }) => view.problem)
  const { pathname } = useLocation()
  const matches = useMatches()
  const matched = matches.length
  const follows = (matches.at(-1)?.handle as Partial<Handle> | undefined)?.past ?? true
  const waiting = useNavigation().state !== 'idle'
  useShellKeys(setOpen)
  // A new screen begins at its top; its heading tells a screen reader.
  useEffect(() => {
    content.current?.scrollTo(0, 0)
  }, [pathname, matched])
  const close = () => setOpen(null)
  return (
    <div className={css.shell} data-shell data-past={(past && follows) || undefined}>
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        {t.skip}
      </a>
      <Nav onOpen={setOpen} />
      <div className={css.side}>
        <Top onOpen={setOpen} />
        <Printed />
        {past && problem === null && <PastBanner follows={follows} />}
        <div className={css.progress} data-on={waiting || undefined} />
        <div ref={content} id="content" className={css.content} tabIndex={-1}>
          {problem === null ? <Outlet /> : <NoMoment problem={problem} />}
        </div>
      </div>
      {open === 'palette' && <Palette onClose={close} onOpen={setOpen} />}
      {open === 'past' && <PastDialog onClose={close} />}
      {open === 'saved' && <SavedViews onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <StillSignedIn />
    </div>
  )
}
