// All saved views: the own ones, those that colleagues share, and those that this device alone has.
import { useState } from 'react'
import {
  useBookmarksForgetMutation,
  useBookmarksSaveMutation,
  type BookmarkLine,
} from '../api/endpoints.gen.ts'
import { useStaff } from '../api/store.ts'
import { ActionDialog } from '../parts/ActionDialog.tsx'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Go } from '../ui/Go.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Panel, Plain } from '../ui/Page.tsx'
import { errorText } from '../ui/states.tsx'
import { LocalViews } from './LocalViews.tsx'
import { linkOf, screenAt, useSaved } from './saved.ts'
import layout from '../ui/layout.module.css'
import css from './shell.module.css'

const words = () => t.savedViews
const nobody: readonly string[] = []

export function SavedViews({ onClose }: { onClose: () => void }) {
  const { mine, shared, most } = useSaved()
  const keepsAccounts = useStaff(({ session }) => session.me?.roles ?? nobody).includes('security')
  const [removing, setRemoving] = useState<BookmarkLine | null>(null)
  const [forget, { error }] = useBookmarksForgetMutation()
  const [save, { error: unsaved }] = useBookmarksSaveMutation()
  const fault = error ?? unsaved
  return (
    <>
      <Dialog title={t.nav.saved} onClose={onClose} wide>
        <div className={css.form}>
          <LocalViews />
          {fault !== undefined && (
            <p role="alert" className={layout.fault}>
              {errorText(fault)}
            </p>
          )}
          <Panel title={words().mine(mine.length, most)} pad={false}>
            <Views
              label={words().mine(mine.length, most)}
              list={mine}
              onOpen={onClose}
              third={[words().seenBy, ({ shared: isShared }) => words().seen[isShared ? 'all' : 'own']]}
              onShare={({ title, path, shared: isShared }) => void save({ title, path, shared: !isShared })}
              onForget={({ bookmark }) => void forget({ bookmark, reason: words().ownReason })}
            />
          </Panel>
          <Panel title={words().ofOthers} pad={false}>
            <Views
              label={words().ofOthers}
              list={shared}
              onOpen={onClose}
              third={[words().by, ({ by }) => by]}
              onForget={keepsAccounts ? setRemoving : undefined}
            />
          </Panel>
        </div>
      </Dialog>
      {removing && (
        <ActionDialog
          title={words().forgetOf(removing.title, removing.by)}
          label={words().forget}
          danger
          act={(reason) => forget({ bookmark: removing.bookmark, reason })}
          onDone={() => setRemoving(null)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type ViewsProps = {
  label: string
  list: readonly BookmarkLine[]
  onOpen: () => void
  third: readonly [string, (line: BookmarkLine) => string]
  /** Nothing where the person may not. */
  onShare?: (line: BookmarkLine) => void
  onForget: ((line: BookmarkLine) => void) | undefined
}

function Views({ label, list, onOpen, third, onShare, onForget }: ViewsProps) {
  if (list.length === 0) return <p className={css.nothing}>{words().none}</p>
  return (
    <Plain
      label={label}
      head={[
        { title: words().name },
        { title: words().screen },
        { title: third[0] },
        { title: words().since },
        { title: words().acts },
      ]}
      rows={list.map((line) => ({
        key: line.bookmark,
        cells: [
          // A press anywhere in the cell is one on the link, which the router follows.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
          <span key="name" onClick={onOpen}>
            <Go to={line.path}>{line.title}</Go>
          </span>,
          screenAt(line.path)?.title?.() ?? line.path.split('?')[0],
          third[1](line),
          <Moment key="since" ms={line.at_ms} />,
          <span key="acts" className={css.acts}>
            <CopyLink path={line.path} />
            {onShare && (
              <Button look="quiet" onClick={() => onShare(line)}>
                {words().share[line.shared ? 'off' : 'on']}
              </Button>
            )}
            {onForget && (
              <Button look="quiet" onClick={() => onForget(line)}>
                {words().forget}
              </Button>
            )}
          </span>,
        ],
      }))}
    />
  )
}

/** Puts the address that a colleague opens on the clipboard, and says whether it is there. */
function CopyLink({ path }: { path: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () =>
    setSaid(
      await navigator.clipboard.writeText(linkOf(path)).then(
        () => words().copied,
        () => t.copyFailed,
      ),
    )
  return (
    <Button look="quiet" icon="copy" onClick={() => void copy()}>
      {said ?? words().copyLink}
    </Button>
  )
}
