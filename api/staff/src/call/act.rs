//! What a member does is recorded in the member's own stream before it has an effect, and what is looked at before it
//! is shown.

use super::{StaffCall, accepted, keep};
use crate::cases;
use crate::permissions;
use crate::reading::read::{self, period, typed};
use crate::session::Member;
use api::app::App;
use api::endpoint::Endpoint;
use api::error::Failure;
use api::moment;
use api::wire::body::Body;
use api::wire::body::digest;
use domain::defence::Defence;
use domain::ids::{PlayerId, ProposalId, derived};
use domain::money::Usdt;
use domain::refusal::Refusal;
use domain::staff::key::act_digest;
use domain::staff::{Act, Approval, Look, Payment, Read, Roles, Signature, StaffCommand, Statement};
use domain::time::Day;
use ledger::balance::AsOf;
use ledger::{Plain, StreamId, approval};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// What an act needs beside the call's own permission.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The roles that may; the call's without.
    pub allowed: Option<Roles>,
    /// What it would move, at parity.
    pub worth: Usdt,
    /// What the member may move in 24 hours.
    pub worth_max: Usdt,
    /// The payment that it lets go.
    pub payment: Option<Payment>,
    /// Accounts whose payments count with those of its receiver.
    pub tied: Option<Vec<PlayerId>>,
    /// Somebody else has a key with which it could be done.
    pub keyed_other: bool,
    /// The digest of what was looked at, in an approval of a proposal, a withdrawal or a key; the body has the signature.
    pub approves: Option<String>,
}

/// What a body says of what it is about, whatever else it says.
#[derive(Default, Deserialize)]
struct About {
    player: Option<String>,
    owner: Option<String>,
    key: Option<String>,
    withdrawal: Option<String>,
    proposal: Option<String>,
    /// Of a replay `<type>/<key>`, of events the type alone.
    stream: Option<String>,
    case: Option<String>,
    file: Option<Uuid>,
    event_id: Option<String>,
    /// Of an event, its log, and its place in it; of an entry the leg as well.
    partition: Option<u16>,
    position: Option<i64>,
    leg: Option<i16>,
    format: Option<String>,
    /// Of a list that is taken out, its call and filters.
    list: Option<String>,
    body: Option<Value>,
    from: Option<String>,
    until: Option<String>,
    as_of: Option<String>,
    to: Option<String>,
    reason: Option<String>,
}

impl About {
    /// Whose account or which stream, by the name that the member typed.
    fn named(&self) -> Option<&str> {
        let named = [
            &self.player,
            &self.owner,
            &self.key,
            &self.withdrawal,
            &self.proposal,
            &self.case,
        ];
        let folded = self.stream.as_deref().and_then(|stream| stream.split_once('/'));
        let named = named.into_iter().flatten().next().map(String::as_str);
        named.or(folded.map(|(_, key)| key))
    }

    /// Which event or entry: its id, or its log, position and leg.
    fn opened(&self) -> Option<String> {
        if let Some(text) = &self.event_id {
            return read::id(text).map(|id| id.to_string());
        }
        let (partition, position) = (self.partition.unwrap_or(0), self.position?);
        let leg = self.leg.map(|leg| format!("-{leg}")).unwrap_or_default();
        Some(format!("{partition}-{position}{leg}"))
    }

    /// Of an export, what it takes out; of a comparison of custody, its days.
    fn taken(&self) -> Option<String> {
        let day = |text: &Option<String>| text.clone().and_then(|text| Day::try_from(text).ok());
        if let Some((from, to)) = day(&self.from).zip(day(&self.to)) {
            return Some(format!("{from}..{to}"));
        }
        let format = self.format.as_deref().filter(|format| format.len() <= FORMAT_MAX)?;
        if let Some(list) = self.list.as_deref().filter(|list| list.len() <= LIST_MAX) {
            let filters = serde_json::to_string(&self.body).unwrap_or_default();
            let digest = hex::encode(&Sha256::digest(filters)[..4]);
            return Some(format!("{format} {list} {digest}"));
        }
        let known = |asked: Option<AsOf>| asked.map(written).unwrap_or_default();
        let from = known(self.from.as_deref().and_then(|text| period::begin(text).ok()));
        let until = match self.until.as_deref() {
            Some(text) => known(period::end(text).ok()),
            None => known(self.as_of.as_deref().and_then(|text| moment::of_log(text).ok())),
        };
        Some(format!("{format} {from}..{until}"))
    }
}

/// Letters of a format's name at most.
const FORMAT_MAX: usize = 16;
/// Letters of a list's name at most.
const LIST_MAX: usize = 40;

/// A place or a time of the log.
fn written(asked: AsOf) -> String {
    match asked {
        AsOf::Latest => String::new(),
        AsOf::Time(ms) => format!("{ms}ms"),
        AsOf::Position(position) => position.to_string(),
    }
}

/// Records a read of the list of those that are recorded ([`permissions::RECORDED`]), before anything is shown: once for
/// each session, call, player, stream, event or entry and reason, which is one request; each export is one of its own.
///
/// # Errors
/// 9001 when session or role have ended, -1006 for a reason that is too long or names a case which does not exist.
pub(super) async fn look(app: &App, endpoint: &Endpoint, member: &Member, body: &[u8]) -> Result<(), Failure> {
    let about: About = serde_json::from_slice(body).unwrap_or_default();
    let named = typed::subject(app.ledger(), about.named()).await?;
    let file = about.file.map(|file| file.to_string());
    let subject = [named, file, about.opened(), about.taken()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    let subject = Some(subject).filter(|subject| !subject.is_empty());
    let reason = about.reason.map(|reason| reason.trim().to_owned());
    look_at(app, (endpoint.noun, endpoint.verb), member, (subject, reason)).await
}

/// The same of something beside the calls, such as a file, that takes the permission of one: once for each session, file and
/// subject.
///
/// # Errors
/// 9001 when session or role have ended.
pub(crate) async fn take(
    app: &App,
    (noun, verb): (&str, &str),
    member: &Member,
    (file, subject): (&str, String),
) -> Result<(), Failure> {
    let allowed = permissions::roles(noun, verb);
    record_look(app, (format!("{noun}/{file}"), allowed), member, (Some(subject), None)).await
}

async fn look_at(
    app: &App,
    (noun, verb): (&str, &str),
    member: &Member,
    (subject, reason): (Option<String>, Option<String>),
) -> Result<(), Failure> {
    if !permissions::RECORDED.contains(&format!("{noun}.{verb}").as_str()) {
        return Ok(());
    }
    if let Some(reason) = &reason {
        cases::check_named(app.ledger(), reason, "reason").await?;
    }
    let allowed = permissions::roles(noun, verb);
    record_look(app, (format!("{noun}/{verb}"), allowed), member, (subject, reason)).await
}

async fn record_look(
    app: &App,
    (call, allowed): (String, Roles),
    member: &Member,
    (subject, reason): (Option<String>, Option<String>),
) -> Result<(), Failure> {
    let said: Vec<&str> = [&subject, &reason].into_iter().flatten().map(String::as_str).collect();
    let once = format!("staff_look {call} {}", said.join(" "));
    let request = ledger::Request {
        id: Some(derived(&once, member.session)),
        actor: member.actor(),
        ..ledger::Request::default()
    };
    let look = StaffCommand::Look(Look {
        session: member.session,
        call,
        allowed,
        subject,
        reason,
    });
    let id = StreamId::thing(member.id.0);
    accepted(app.ledger().staff().execute(&id, look, request, Plain).await).map(drop)
}

impl<B: Body> StaffCall<B> {
    /// Lets the caller forget the session.
    pub fn forget(&self) {
        keep(&self.app, &self.cookies, None);
    }

    /// Records that the member sets about the change, and gives the request under which its consequences are recorded.
    /// Without it nothing can be changed.
    ///
    /// # Errors
    /// 9001 when session or role have ended, 9004 without a reason, -1006 for one that names a case which does not exist,
    /// -1007 for a request id of another change.
    pub async fn begin(&self, subject: impl ToString) -> Result<ledger::Request, Failure> {
        self.begin_as(subject, Terms::default()).await
    }

    /// The same on other terms than the call's: 9005 above what the member may move in 24 hours, 9001 without one of
    /// the named roles, 9007 and 9008 for an approval without a signature that holds.
    ///
    /// # Errors
    /// As [`StaffCall::begin`].
    pub async fn begin_as(&self, subject: impl ToString, terms: Terms) -> Result<ledger::Request, Failure> {
        let id = self.body.req_id().ok_or_else(|| Failure::invalid("req_id"))?;
        cases::check_named(self.app.ledger(), &self.reason(), "reason").await?;
        let subject = subject.to_string();
        let terms = self.signed(terms, &subject);
        let approval = terms
            .approves
            .map(|digest| self.checked(digest, &subject, id))
            .transpose()?;
        let request = ledger::Request {
            id: Some(id),
            digest: self.digest(),
            actor: self.member.actor(),
            ..ledger::Request::default()
        };
        let act = StaffCommand::Act(Act {
            session: self.member.session,
            call: self.call_name(),
            allowed: terms
                .allowed
                .unwrap_or_else(|| permissions::roles(self.endpoint.noun, self.endpoint.verb)),
            subject: Some(subject).filter(|subject| !subject.is_empty()),
            reason: self.reason(),
            request: id,
            worth: terms.worth,
            worth_max: terms.worth_max,
            payment: terms.payment,
            tied: terms.tied,
            approval,
            keys_demanded: !self.app.settings().keyless_staff,
            keyed_other: terms.keyed_other,
        });
        let id = Some(derived("staff_act", id));
        self.record(act, ledger::Request { id, ..request.clone() }).await?;
        Ok(request)
    }

    /// What one person does about money and authority is signed like an approval.
    fn signed(&self, terms: Terms, subject: &str) -> Terms {
        let call = self.call_name();
        let done = approval::act_of(&call).map(|_| act_digest(&call, subject, &self.reason()));
        let approves = terms.approves.or(done);
        Terms { approves, ..terms }
    }

    /// The approval as it is recorded. A signature is checked here, by the key as the member has it; whether one is needed,
    /// and whether its key is in force, the member's stream decides.
    fn checked(&self, digest: String, subject: &str, request: Uuid) -> Result<Approval, Failure> {
        let signature = self.body.signature();
        let statement = Statement {
            call: &self.call_name(),
            subject,
            digest: &digest,
            account: &self.member.name,
            request,
        };
        let verify = |signature: &Signature| {
            let held = self.member.keys.iter().find(|held| held.id == signature.key);
            let holds = held.is_some_and(|held| approval::verify(&held.key, &statement, signature).is_ok());
            (holds || Defence::Signature.is_off())
                .then_some(())
                .ok_or(Refusal::SignatureInvalid)
        };
        signature.as_ref().map(verify).transpose()?;
        Ok(Approval { digest, signature })
    }

    /// Records that the member looks at personal data of a player. Only then may anything be shown.
    ///
    /// # Errors
    /// 9001 when session or role have ended, 9004 without a reason, -1006 for one that names a case which does not exist.
    pub async fn reads(&self, player: PlayerId, what: &str) -> Result<(), Failure> {
        self.reads_as(player, what, None).await
    }

    /// The same under an approved proposal, which the event names.
    ///
    /// # Errors
    /// As [`StaffCall::reads`].
    pub async fn reads_as(&self, player: PlayerId, what: &str, proposal: Option<ProposalId>) -> Result<(), Failure> {
        cases::check_named(self.app.ledger(), &self.reason(), "reason").await?;
        let read = StaffCommand::Read(Read {
            session: self.member.session,
            call: self.call_name(),
            allowed: permissions::roles(self.endpoint.noun, self.endpoint.verb),
            player,
            what: what.to_owned(),
            reason: self.reason(),
            proposal,
        });
        let actor = self.member.actor();
        let request = ledger::Request {
            actor,
            ..ledger::Request::default()
        };
        self.record(read, request).await
    }

    /// Why.
    pub fn reason(&self) -> String {
        self.body.reason().unwrap_or_default().trim().to_owned()
    }

    /// Another request of the same change, for a second step of it.
    pub fn step(&self, request: &ledger::Request, purpose: &str) -> ledger::Request {
        ledger::Request {
            id: request.id.map(|id| derived(purpose, id)),
            ..request.clone()
        }
    }

    async fn record(&self, command: StaffCommand, request: ledger::Request) -> Result<(), Failure> {
        let id = StreamId::thing(self.member.id.0);
        let reply = self.app.ledger().staff().execute(&id, command, request, Plain).await;
        accepted(reply).map(|_| ())
    }

    fn call_name(&self) -> String {
        format!("{}/{}", self.endpoint.noun, self.endpoint.verb)
    }

    /// Two members never share a request.
    fn digest(&self) -> [u8; 32] {
        let said = digest(self.endpoint.path, &self.body);
        Sha256::new()
            .chain_update(said)
            .chain_update(&self.member.name)
            .finalize()
            .into()
    }
}
