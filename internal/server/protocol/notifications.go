package protocol

// Notification is something that has happened for a player.
type Notification struct {
	ID      string `json:"id"`
	Kind    string `json:"kind" enum:"turn,soon,joined,ended,draw,takeback,challenged,accepted,declined,followed,tournament"`
	Game    string `json:"game" doc:"ID of the game; of challenged and declined that of the challenge, of tournament that of the tournament, of followed empty"`
	Variant string `json:"variant"`
	Name    string `json:"name,omitempty" doc:"of the other player, or the tournament"`
	Level   int    `json:"level,omitempty" doc:"of the other player, if it is the computer"`
	Result  string `json:"result,omitempty" enum:"won,lost,drawn,none" doc:"of a game that has ended"`
	At      int64  `json:"at"`
	Read    bool   `json:"read,omitempty"`
}

// Notifications are the last notifications of a player (GET /api/notifications).
type Notifications struct {
	Unread int            `json:"unread"`
	List   []Notification `json:"list" doc:"the latest first"`
}

// ReadNotifications marks notifications as read (POST /api/notifications/read).
type ReadNotifications struct {
	Game string `json:"game,omitempty" maxLength:"64" doc:"those about this game or challenge; empty: all"`
	ID   string `json:"id,omitempty" maxLength:"100" doc:"the one with this ID; empty: all"`
}

// Push is what is pushed to the browsers of a player (GET /api/push).
type Push struct {
	Key   string          `json:"key" doc:"the applicationServerKey for PushManager.subscribe"`
	Kinds map[string]bool `json:"kinds" doc:"whether each kind of notification is pushed"`
}

// PushSettings chooses what is pushed (PUT /api/push).
type PushSettings struct {
	Kinds map[string]bool `json:"kinds" maxProperties:"50" doc:"whether each kind of notification is pushed; kinds that are left out are"`
}

// Subscribe is a browser that takes pushes (POST /api/push).
type Subscribe struct {
	Endpoint string `json:"endpoint" maxLength:"1000"`
	Keys     struct {
		P256dh string `json:"p256dh" maxLength:"200"`
		Auth   string `json:"auth" maxLength:"100"`
	} `json:"keys"`
	Language string `json:"language,omitempty" maxLength:"20" doc:"such as de"`
}

// Unsubscribe names a browser (DELETE /api/push).
type Unsubscribe struct {
	Endpoint string `json:"endpoint" maxLength:"1000"`
}
