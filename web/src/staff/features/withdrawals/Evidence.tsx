// What stands beside a withdrawal for whoever decides: the player, sources of the money, signed messages and steps.
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Plain } from '../../ui/Page.tsx'
import { Actor, TypeName } from '../../parts/Event.tsx'
import type { StaffFact, StaffMessage, WithdrawalTie, WithdrawalsInfoData } from '../../api/endpoints.gen.ts'
import type { Subject } from '../../verifier/subject.ts'
import { CheckedFacts } from '../../parts/CheckedFacts.tsx'
import { Signatures } from '../../parts/Signatures.tsx'
import { t } from '../../texts/index.ts'
import { codeWords, listed } from '../../words/codes.ts'
import css from '../../ui/layout.module.css'

const words = () => t.withdrawals

/**
 * What a reviewer has to know: the player as it stands now, where the money came from, how they play, where it went
 * before.
 */
export function Evidence({ data, subject }: { data: WithdrawalsInfoData; subject: Subject }) {
  const kyc = words().kyc[String(data.kyc)] ?? String(data.kyc)
  return (
    <div className={css.stack}>
      <Plain
        label={words().standing}
        head={[{ title: words().standing }, { title: t.known.value, end: true }]}
        rows={[
          {
            key: 'kyc',
            cells: [
              words().identity,
              <Badge key="k" tone={data.kyc === 3 ? 'good' : 'warn'}>
                {kyc}
              </Badge>,
            ],
          },
          {
            key: 'frozen',
            cells: [
              words().frozen,
              data.frozen ? (
                <Badge key="f" tone="bad">
                  {words().yes}
                </Badge>
              ) : (
                words().no
              ),
            ],
          },
          { key: 'share', cells: [words().referral, `${(data.referral_per_mille / 10).toFixed(1)} %`] },
          {
            key: 'flags',
            cells: [
              words().flags,
              data.withdrawal.flags.length === 0
                ? words().noFlags
                : listed(data.withdrawal.flags.map(codeWords)),
            ],
          },
        ]}
      />
      <Ties ties={data.ties} />
      <Sources facts={data.sources} asset={data.withdrawal.asset} />
      <CheckedFacts facts={data.play} label={words().play} />
      <CheckedFacts facts={data.terms} label={words().terms} />
      <CheckedFacts facts={data.decision} label={words().decision} />
      <Signatures list={data.signatures} subject={subject} />
      <Messages messages={data.messages} />
      <Plain
        label={words().addresses}
        head={[{ title: words().addresses }, { title: words().since }]}
        rows={data.addresses.map(({ address, at_ms }) => ({
          key: `${at_ms}`,
          cells: [<Id key="a" value={address} />, <Moment key="m" ms={at_ms} />],
        }))}
      />
      <Plain
        label={words().steps}
        head={[
          { title: words().steps },
          { title: words().by },
          { title: words().since },
          { title: words().said },
        ]}
        rows={data.steps.map(({ event, actor, at_ms, reason = null, tx = null }, index) => ({
          key: String(index),
          cells: [
            <TypeName key="e" name={event} />,
            <Actor key="w" actor={actor} />,
            <Moment key="m" ms={at_ms} />,
            reason ?? (tx === null ? '' : <Id key="t" value={tx} />),
          ],
        }))}
      />
      <p className={css.quiet}>
        <Go to={`/players/${data.withdrawal.player}`}>{words().history}</Go>
      </p>
    </div>
  )
}

/**
 * What was signed for it. The chain executes one message of a slot: a later attempt takes the place of the one before.
 */
function Messages({ messages }: { messages: readonly StaffMessage[] }) {
  if (messages.length === 0) return null
  return (
    <Plain
      label={words().messages}
      head={[
        { title: words().messages },
        { title: words().slot, end: true },
        { title: words().outcome },
        { title: words().signed },
      ]}
      rows={messages.map(({ rail, purpose, slot, attempt, outcome = null, hash, signed_ms }) => ({
        key: hash,
        cells: [
          <Id key="h" value={hash}>
            {words().purposes[purpose] ?? purpose}
            {t.clause}
            {codeWords(rail)}
          </Id>,
          attempt === 0 ? slot : words().attempt(String(slot), String(attempt + 1)),
          outcome === null ? (
            <span key="o" className={css.quiet}>
              {words().uncertain}
            </span>
          ) : (
            <Badge key="o" tone={outcome === 'paid' ? 'good' : 'plain'}>
              {codeWords(outcome)}
            </Badge>
          ),
          <Moment key="m" ms={signed_ms} />,
        ],
      }))}
    />
  )
}

/** Other accounts with the same payee, phone, mail or document. */
function Ties({ ties }: { ties: readonly WithdrawalTie[] }) {
  if (ties.length === 0) return null
  return (
    <Plain
      label={words().ties}
      head={[{ title: words().ties }, { title: words().tiedTo }]}
      rows={ties.map(({ detail, others }) => ({
        key: detail,
        cells: [
          words().details[detail] ?? detail,
          <span key="o" className={css.stack}>
            {others.map((other) => (
              <Go key={other} to={`/players/${other}`}>
                {other}
              </Go>
            ))}
          </span>,
        ],
      }))}
    />
  )
}

/** Where the USDT of the purse came from, by kind of event. */
function Sources({ facts, asset }: { facts: readonly StaffFact[]; asset: string }) {
  return (
    <Plain
      label={words().sources}
      head={[{ title: words().sources }, { title: words().amount, end: true }]}
      rows={facts.map(({ name, value }) => ({
        key: name,
        cells: [<TypeName key="n" name={name} />, <Amount key="v" minor={value ?? '0'} asset={asset} />],
      }))}
    />
  )
}
