// The end of an open dive after a fault: proposed here, on the page of the player who dives.
import { useDivesProposeMutation, type OpenDive } from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { UndoDialog, useUndo } from '../../parts/Undo.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Id } from '../../ui/Id.tsx'
import { Facts } from '../../ui/Page.tsx'
import css from '../../ui/layout.module.css'

const words = () => t.undo.dive

export function VoidDive({ player, dive }: { player: string; dive: OpenDive }) {
  const { asking, ask, ends, note } = useUndo<OpenDive>()
  const [propose] = useDivesProposeMutation()
  const mayPropose = useCan('dives.propose')
  const writable = useWritable()
  if (!mayPropose || !writable) return null
  const staked = (BigInt(dive.stake) * BigInt(dive.casts)).toString()
  return (
    <div className={css.stack}>
      {note}
      <div className={css.actions}>
        <Button look="danger" onClick={() => ask(dive)}>
          {words().void}
        </Button>
      </div>
      {asking && (
        <UndoDialog
          title={words().void}
          act={(why) => propose({ player, dive: asking.dive, ...why })}
          {...ends}
        >
          <p>{words().text}</p>
          <Facts
            facts={[
              [t.player.dive, <Id key="dive" value={dive.dive} />],
              [words().staked, <Amount key="staked" minor={staked} asset="coin" />],
              [words().safe, <Amount key="safe" minor={dive.safe} asset="gusd" />],
            ]}
          />
        </UndoDialog>
      )}
    </div>
  )
}
