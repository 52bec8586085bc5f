use super::*;

#[test]
fn a_player_has_three_spellings() {
    let player = PlayerId::of_messenger(7);
    for text in [
        "player/tg:7".to_owned(),
        "player:tg:7".to_owned(),
        format!("player/{player}"),
    ] {
        let read = Subject::read(&text).expect("a player");
        assert_eq!((read.kind, read.id), (Player::TYPE, StreamId::player(player)), "{text}");
    }
}

#[test]
fn what_the_house_keeps_has_a_name_and_what_players_share_has_an_id() {
    let house = Subject::read("config_section/config-game").expect("a section");
    assert_eq!(house.id, StreamId::house("config-game"));
    let packet = Uuid::from_u128(7);
    let shared = Subject::read(&format!("red_packet/{packet}")).expect("a packet");
    assert_eq!(shared.id, StreamId::thing(packet));
}

#[test]
fn anything_else_is_refused() {
    for text in [
        "",
        "player",
        "player/",
        "player/tg:",
        "player/tg:-1",
        "player/7",
        "config/",
        "wallet/x",
        "7",
    ] {
        assert!(Subject::read(text).is_err(), "{text:?}");
    }
}
