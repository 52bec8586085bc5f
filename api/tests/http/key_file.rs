//! A key of a member of staff in memory, and what is signed with it.

use crate::staff_site::Clerk;
use domain::staff::key::act_digest;
use domain::staff::subject;
use domain::staff::{StaffKey, Statement};
use ledger::approval::FileKey;
use serde_json::{Value, json};
use uuid::Uuid;

/// A key file of a member.
pub struct KeyFile {
    secret: FileKey,
    pub account: &'static str,
}

impl KeyFile {
    pub fn new(seed: u8, account: &'static str) -> KeyFile {
        let secret = FileKey::of_seed(&[seed; 32]);
        KeyFile { secret, account }
    }

    pub fn key(&self) -> StaffKey {
        self.secret.key()
    }

    pub fn id(&self) -> String {
        self.key().id()
    }

    /// A signature as the body of a call has it.
    pub fn signs(&self, call: &str, subject: &str, digest: &str, request: Uuid) -> Value {
        let statement = Statement {
            call,
            subject,
            digest,
            account: self.account,
            request,
        };
        json!(self.secret.sign(&statement).expect("plain"))
    }

    /// The answer to the challenge of a login.
    pub fn answers(&self, challenge: &Value) -> Value {
        let text = |field: &str| challenge[field].as_str().expect("a text");
        let session = text("session").parse().expect("an id");
        self.signs("session/open", text("name"), text("digest"), session)
    }

    /// The body of an approval whose subject is the field `of`, signed.
    pub fn yes(&self, call: &str, of: &str, subject: &str, digest: &str) -> Value {
        let request = Uuid::new_v4();
        let signature = self.signs(call, subject, digest, request);
        json!({ of: subject, "digest": digest, "signature": signature, "req_id": request })
    }

    /// The body of an act of one person, signed.
    pub fn act(&self, call: &str, mut body: Value) -> Value {
        let (request, reason) = (Uuid::new_v4(), "on record");
        let subject = &subject::of_call(call, &body).expect("an act of one person");
        body["signature"] = self.signs(call, subject, &act_digest(call, subject, reason), request);
        (body["reason"], body["req_id"]) = (json!(reason), json!(request));
        body
    }

    /// The body that proposes the key.
    pub fn proposal(&self) -> Value {
        let request = Uuid::new_v4();
        let signature = self.signs("keys/propose", self.account, &self.id(), request);
        json!({ "key": self.key(), "signature": signature, "req_id": request })
    }

    /// The key is proposed by its owner and approved by another person; the owner logs in with it.
    pub async fn enrol(&self, owner: &Clerk<'_>, another: &Clerk<'_>) {
        owner.does("keys/propose", self.proposal()).await.done();
        let yes = json!({ "account": self.account, "key": self.id() });
        another.does("keys/approve", yes).await.done();
        owner.signs_in_with(self).await;
    }
}
