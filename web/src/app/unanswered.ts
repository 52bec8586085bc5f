// A page that was reloaded between a tap and its answer: the command is sent again with its own request id, so that
// it is done once and its end is seen. Without this a purchase would look as if it had not happened, and the next one
// with the same amount would be answered with the old answer.
//
// Steps of a dive are not here: their bodies carry the step, and the screen of the game finds the dive as it is. A call
// that went with the owner's proof waits for the owner: the proof is not kept, and without it it is another call.
import { texts } from '../i18n/texts.ts'
import { api, tagTypes } from '../api/api.ts'
import { endpoints } from '../api/endpoints.gen.ts'
import { isApiError } from '../shared/envelope.ts'
import { isWanted, releaseReqId, unansweredCalls, type Unanswered } from '../api/reqId.ts'
import { errorText } from '../i18n/errorText.ts'
import { pageValueSet } from '../state/pages.ts'
import type { Store } from '../state/store.ts'
import { toast } from '../ui/toast.tsx'

type Outcome = { data?: unknown; error?: unknown }
/** A generated command, whatever its body. */
type Command = { initiate: (body: unknown) => (dispatch: Store['dispatch']) => Promise<Outcome> }

/** Brings every such command to its end, one after the other. */
export async function settleUnanswered(store: Store): Promise<void> {
  for (const call of unansweredCalls()) {
    // Repeated by the player meanwhile and answered: under a new id it would be done a second time.
    const isWaiting = unansweredCalls().some(({ id }) => id === call.id)
    if (call.path.startsWith('/api/v1/fishing/') || !isWaiting) continue
    const command = commandOf(call.path)
    if (!command || !isWanted(call.lastMs)) releaseReqId(call.path, call.body)
    else if (!call.isProved) await settle(store, call, command)
  }
}

async function settle(store: Store, { path, body }: Unanswered, command: Command): Promise<void> {
  const { data, error } = await command.initiate(body)(store.dispatch)
  // The feature that declares what this command makes stale may not be loaded: everything shown is read again.
  store.dispatch(api.util.invalidateTags([...tagTypes]))
  await texts.loadNamespaces('errors')
  if (error === undefined) {
    toast(texts.t('settled.done'), 'good')
    if (path === '/api/v1/withdraw/do') showWithdrawal(store, body, data)
  } else if (isApiError(error) && error.kind === 'server')
    toast(texts.t('settled.refused', { why: errorText(error) }), 'bad')
}

/** What was asked for must not stand in the form as if it were still to be asked for. */
function showWithdrawal(store: Store, body: Unanswered['body'], data: unknown): void {
  store.dispatch(pageValueSet({ page: 'withdraw', key: `amount ${String(body['key'])}`, value: '' }))
  const id = (data as { withdraw?: { withdraw_id?: unknown } } | undefined)?.withdraw?.withdraw_id
  if (typeof id === 'string' && location.hash.startsWith('#/withdraw/do/'))
    location.replace(`#/withdraw/detail/${id}`)
}

/** "/api/v1/withdraw/set_address" is `withdrawSetAddress`. */
function commandOf(path: string): Command | null {
  const name = path.replace('/api/v1/', '').replace(/[/_](\w)/g, (_, letter: string) => letter.toUpperCase())
  const commands = endpoints.endpoints as unknown as Readonly<Record<string, Command>>
  return commands[name] ?? null
}
