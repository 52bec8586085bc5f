use super::stand_in::{StandIn, TOKEN};
use super::*;

fn member(text: &str) -> bool {
    let reply: MemberReply = serde_json::from_str(text).expect("an answer");
    reply.result.is_some_and(|member| member.is_in())
}

#[test]
fn the_messenger_s_words_for_a_member_are_known() {
    let is_member = |result: &str| member(&format!(r#"{{"ok":true,"result":{result}}}"#));
    for status in ["creator", "administrator", "member"] {
        assert!(is_member(&format!(r#"{{"status":"{status}","user":{{"id":7}}}}"#)));
    }
    assert!(is_member(r#"{"status":"restricted","is_member":true}"#));
    for status in ["restricted", "left", "kicked", "something new"] {
        assert!(!is_member(&format!(r#"{{"status":"{status}"}}"#)));
    }
}

#[tokio::test]
async fn a_stand_in_answers_as_the_service_does() {
    let stand_in = StandIn::start().await.expect("a port");
    stand_in.join("fishing", 7);
    let messenger = Messenger::new(Some(stand_in.access()));
    assert_eq!(messenger.membership("fishing", 7).await, Proof::Holds);
    assert_eq!(messenger.membership("@fishing", 7).await, Proof::Holds);
    assert_eq!(messenger.membership("fishing", 8).await, Proof::Fails);
    stand_in.leave("fishing", 7);
    assert_eq!(messenger.membership("fishing", 7).await, Proof::Fails);
    stand_in.let_everybody_in();
    assert_eq!(messenger.membership("fishing", 8).await, Proof::Holds);
}

#[tokio::test]
async fn without_an_answer_nothing_is_said() {
    let stand_in = StandIn::start().await.expect("a port");
    let messenger = Messenger::new(Some(stand_in.access()));
    stand_in.fail(true);
    assert_eq!(messenger.membership("fishing", 7).await, Proof::NoAnswer);
    let stranger = Access {
        token: format!("{TOKEN}x"),
        ..stand_in.access()
    };
    assert_eq!(
        Messenger::new(Some(stranger)).membership("fishing", 7).await,
        Proof::NoAnswer
    );
    assert_eq!(Messenger::new(None).membership("fishing", 7).await, Proof::NoAnswer);
    let base = stand_in.access().base;
    drop(stand_in);
    let gone = Access {
        base,
        token: TOKEN.into(),
    };
    assert!(!format!("{gone:?}").contains(TOKEN), "a token is in no log");
}
