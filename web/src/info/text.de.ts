// Texte der Seiten über diese Seite: Über wane, Hilfe und Datenschutz.
import type * as en from './text'

const about: en.InfoText = {
  title: 'Über wane',
  intro:
    'wane ist ein Ort, an dem du vier Schachvarianten spielen kannst, eine Engine, die sie spielt, und ihre vollständigen Regeln als Programm. Alles ist freie Software (MIT-Lizenz).',
  sections: [
    {
      title: 'Wer die Spiele erfunden hat',
      list: [
        'Shrink Chess: um 1990 von Studenten in Amsterdam und Nimwegen gespielt, als Krimpschaak. Pepijn van Erp hat die Regeln geklärt und sie 1996 an The Chess Variant Pages geschickt.',
        'Convergent Chess: A. J. Winkelspecht, Dezember 1999, für einen Wettbewerb von Spielen auf 40 Feldern.',
        'Diminuendo Chess: David T. Jagger, April 2003, für einen Wettbewerb von Spielen auf 43 Feldern.',
        'Cheshire Cat Chess: V. R. Parton (1897–1974), im Jahr 1970.',
      ],
      text: ['Die Erfinder ließen einige Fragen offen. In den Regeln jedes Spiels steht, wie wane sie beantwortet.'],
      links: [
        { to: '/rules/shrink', label: 'Die Regeln' },
        { to: 'https://www.pepijnvanerp.nl/chess/shrink-chess/', label: 'Pepijn van Erp über Shrink Chess' },
        { to: 'https://www.chessvariants.com/40.dir/convergentchess.html', label: 'Convergent Chess vom Erfinder' },
        { to: 'https://www.chessvariants.com/43.dir/diminuendo.html', label: 'Diminuendo Chess vom Erfinder' },
        { to: 'https://www.chessvariants.com/parton/ChesshireCat1.txt', label: 'Das Heft von V. R. Parton' },
      ],
    },
    {
      title: 'Der Computer',
      text: [
        'Der Computer hat die Stufen 1 bis 8: Stufe 1 ist für eine erste Partie, Stufe 8 spielt so gut, wie er kann. Dieselbe Engine analysiert in deinem Browser. Ein Chip vor dem Namen kennzeichnet ihn.',
      ],
      links: [{ to: '/docs/strength', label: 'Wie stark die Engine ist' }],
    },
    {
      title: 'Handbuch und Programm',
      text: [
        'Das Handbuch (auf Englisch) erklärt die Webseite, das Programm für das Terminal, die Engine, Dateiformate und wie du einen eigenen Server betreibst.',
      ],
      links: [
        { to: '/docs', label: 'Handbuch' },
        { to: '/docs/api', label: 'Die HTTP-API' },
        { to: 'https://github.com/wane-chess/wane', label: 'Quelltext' },
      ],
    },
  ],
}

const help: en.InfoText = {
  title: 'Hilfe',
  intro: 'Wie man hier mit der Maus, durch Tippen oder nur mit der Tastatur spielt.',
  sections: [
    {
      title: 'Eine Partie beginnen',
      site: false,
      text: [
        'Wähle „Spielen“ und einen Gegner: den Computer, einen Freund, dem du einen Link schickst, einen Spieler mit Namen, alle, die auf der Startseite beitreten, oder beide Farben an einem Bildschirm. Du brauchst kein Konto.',
      ],
    },
    {
      title: 'Eine Partie beginnen',
      site: true,
      text: [
        'Wähle „Spielen“, eine Stufe des Computers und deine Farbe. Die Partie bleibt in diesem Browser: Du findest sie auf der Startseite und unter deinen Analysen wieder.',
      ],
    },
    {
      title: 'Lektionen',
      text: ['Jede Variante hat eine Lektion mit fünf kurzen Aufgaben. Sie dauert etwa fünf Minuten.'],
      links: [
        { to: '/learn/shrink', label: 'Shrink Chess lernen' },
        { to: '/learn/convergent', label: 'Convergent Chess lernen' },
        { to: '/learn/diminuendo', label: 'Diminuendo Chess lernen' },
        { to: '/learn/cheshire', label: 'Cheshire Cat Chess lernen' },
      ],
    },
    {
      title: 'Ziehen',
      list: [
        'Ziehe die Figur oder tippe sie an und dann ihr Ziel.',
        'Bevor du loslässt, zeigt das Brett, was der Zug bewirkt: Linien, die verschwinden, Felder, die verschwinden, was aus einer geschlagenen Figur wird.',
        'Während dein Gegner nachdenkt, kannst du deinen nächsten Zug schon spielen (Vorauszug). Tippe ein Feld ohne eigene Figur an oder drücke Escape, um ihn zu löschen.',
        'In den Einstellungen kannst du wählen, dass jeder Zug ein zweites Tippen braucht.',
        'Die rechte Maustaste zeichnet Pfeile und Kreise auf das Brett.',
      ],
    },
    {
      title: 'Mit der Tastatur',
      text: ['Mit Tab erreichst du jeden Knopf und das Brett. Screenreader hören jeden Zug und was er bewirkt hat.'],
      keys: [
        ['Pfeiltasten', 'gehen auf dem Brett von Feld zu Feld'],
        ['Enter', 'wählt eine Figur, dann ihr Ziel'],
        ['Escape', 'hebt die Auswahl auf'],
        ['M', 'geht zum Feld, in das du einen Zug tippst, etwa Nf3 oder g1f3'],
        ['F', 'dreht das Brett'],
        ['Z', 'blendet die Kopfzeile und in Partien die Zugliste aus (Zen-Modus)'],
        ['← →', 'gehen durch die Züge, auch während einer Partie'],
        ['Pos1, Ende', 'führen zum ersten und zum letzten Zug'],
        ['?', 'zeigt diese Tasten, auf dem Analysebrett dessen eigene'],
      ],
    },
    {
      title: 'Namen',
      site: false,
      text: [
        'Deinen Namen wählst du in den Einstellungen, und alle anderen tun das auch. Deshalb hat jeder Gast außerdem ein zufälliges Kennzeichen wie #k7f2mq: An ihm unterscheidest du fast immer zwei Gäste mit gleichem Namen. Deines bleibt, solange dein Browser das Cookie behält. Der Computer hat stattdessen einen Chip vor dem Namen.',
      ],
    },
    {
      title: 'Konto',
      site: false,
      list: [
        'Ein Konto braucht einen Namen und ein Passwort, aber keine E-Mail-Adresse. Was du in diesem Browser als Gast gespielt hast, gehört dann zum Konto.',
        'Mit einem Passkey meldest du dich mit Fingerabdruck, Gesicht oder der Sperre deines Geräts an. Füge einen auf der Seite deines Kontos hinzu.',
        'Bewahre die Wiederherstellungscodes auf: Mit jedem kannst du einmal ein neues Passwort wählen.',
        'Dieselbe Seite zeigt, wo du angemeldet bist, und macht Schlüssel für Programme.',
        'Dein Konto behält deine Analysen. Ändern zwei Geräte dieselbe Analyse, bleiben beide Fassungen.',
        'Auf der Seite eines Spielers kannst du ihm folgen, um zu sehen, wann ihr beide online seid, oder ihn blockieren: keine Herausforderungen, Paarungen oder Nachrichten.',
      ],
      links: [
        { to: '/signup', label: 'Konto anlegen' },
        { to: '/signin', label: 'Anmelden' },
        { to: '/account', label: 'Dein Konto' },
      ],
    },
    {
      title: 'Zeit',
      site: false,
      list: [
        'Mit Uhr hat jeder Spieler 60 Sekunden für den ersten Zug; dann laufen die Uhren. An einem Bildschirm und für den Computer gilt diese Grenze nicht.',
        'Verlässt dein Gegner eine Partie mit Uhr, kannst du nach 30 Sekunden den Sieg beanspruchen, bei unbegrenzter Zeit nach 5 Minuten.',
        'Eine Partie, der eine Stunde lang niemand beitritt, verschwindet aus der Liste der offenen Partien, bei Tagen pro Zug nach 14 Tagen.',
        'An einem Bildschirm beendet eine abgelaufene Uhr die Partie nicht: Die Seite fragt. So eine Partie endet ohne Ergebnis 30 Tage nach ihrem letzten Zug oder ihrer letzten Zurücknahme.',
      ],
    },
    {
      title: 'Mehr',
      links: [
        { to: '/docs/playing', label: 'Handbuch: Spielen' },
        { to: '/docs/analysis', label: 'Handbuch: Analyse' },
        { to: '/about', label: 'Über wane' },
        { to: '/privacy', label: 'Datenschutz' },
      ],
    },
  ],
}

const privacy: en.InfoText = {
  title: 'Datenschutz',
  intro: 'Es gibt keine Werbung und keine Tracker, und nichts wird von anderen Seiten geladen. Das wird gespeichert:',
  sections: [
    {
      title: 'Drei Cookies',
      site: false,
      text: [
        'Das Cookie „wane“ („__Host-wane“ über HTTPS) enthält eine Zufallszahl, den Namen, den du gewählt hast, und wann es gesetzt wurde, vom Server signiert. Es macht dich zum Spieler deiner Partien. Es hält, bis du ein Jahr lang nicht da warst. Bretter auf anderen Webseiten setzen keine Cookies.',
        'Löschst du es, bist du ein neuer Gast: Deine Partien bleiben, aber du kannst sie nicht fortsetzen.',
        'Während du in einem Konto angemeldet bist, enthält stattdessen das Cookie „wane-session“ („__Host-wane-session“) ein zufälliges Geheimnis. Es gilt, bis du dich abmeldest oder 30 Tage nicht da warst.',
        'Wählst du in den Einstellungen eine Sprache, enthält das Cookie „wane-language“ sie ein Jahr lang, damit Seiten in dieser Sprache kommen.',
      ],
    },
    {
      title: 'Nur in deinem Browser',
      site: false,
      list: [
        'deine Einstellungen und was du zuletzt beim schnellen Spielen, bei einer neuen Partie, den Eröffnungen, der Engine und dem Abspielen gewählt hast;',
        'welche Schritte der Lektionen du geschafft hast;',
        'der Name deines Kontos, während du angemeldet bist, damit er oben steht, und welche Meldungen von Herausforderungen du geschlossen hast;',
        'deine Analysen und Partien gegen den Computer, die du ohne Netz begonnen hast;',
        'die Webseite selbst, damit sie ohne Netz geht;',
        'ein Zug, der nicht gesendet wurde, weil die Verbindung abbrach, bis der Tab geschlossen wird.',
      ],
      text: [
        'All das bleibt, bis du die Daten dieser Seite löschst oder dein Browser das tut: Manche tun es, wenn der Speicher knapp wird oder nach Wochen ohne Besuch. Ohne Konto speichert der Server keine Analysen, und Links zu Analysen liest nur dein Browser. Solange die Regeln noch nicht in deinem Browser geladen sind, oder wenn sie sich nicht laden lassen, schickt die Seite dem Server die Stellungen und Züge auf deinem Brett; er antwortet, ohne sie zu speichern. Er sieht auch die Stellungen, die du in den Eröffnungen oder Endspieltabellen nachschlägst, in Bilder verwandelst oder durch einen Link zur Stellung öffnest.',
      ],
    },
    {
      title: 'Nur in deinem Browser',
      site: true,
      list: [
        'deine Einstellungen und was du zuletzt gewählt hast;',
        'welche Schritte der Lektionen du geschafft und welche Stufen du geschlagen hast;',
        'deine Partien gegen den Computer und deine Analysen;',
        'deine Versuche an Aufgaben, deine Wertungen und besten Läufe;',
        'die Webseite selbst, damit sie ohne Netz geht.',
      ],
      text: [
        'All das bleibt, bis du die Daten dieser Seite löschst oder dein Browser das tut: Manche tun es, wenn der Speicher knapp wird oder nach Wochen ohne Besuch.',
      ],
    },
    {
      title: 'Beim Webhoster',
      site: true,
      text: [
        'Diese Seite hat keine Konten und keine Cookies und sendet nichts von dem, was du tust. Wie jeder Webhoster sieht auch ihrer, welche Dateien dein Browser wann und von welcher IP-Adresse lädt, und kann das protokollieren.',
      ],
    },
    {
      title: 'Auf dem Server',
      site: false,
      list: [
        'Jede Partie: die Züge mit ihren Zeiten, die Namen der Spieler, das Ergebnis und die Zufallszahl aus dem Cookie jedes Spielers und des Gastes, der sie angelegt hat. Andere Spieler erfahren diese Zahl nie, nur das Kennzeichen und einen daraus berechneten Code.',
        'Was du im Chat einer Partie schreibst, mit deinem Namen und deiner Zahl, 30 Tage lang. Den Chat der Spieler liest der Gegner; den der Zuschauer lesen alle, die zusehen können. Der Betreiber dieses Servers kann beide lesen. Dasselbe gilt für die Chats von Turnieren, die alle lesen, und von Studien, die liest, wer die Studie liest.',
        'Computeranalysen und die Zufallszahl des Gastes, der jede zuletzt angefordert hat.',
        'Was die Glocke zeigt, 60 Tage lang. Wenn du Benachrichtigungen deines Browsers einschaltest: die Adresse, die der Hersteller dem Browser dafür gibt, und dessen Schlüssel, bis du sie ausschaltest. Die Texte gehen verschlüsselt dorthin; der Hersteller kann sie nicht lesen.',
        'Partien gegen den Computer und gegen alle und solche aus Herausforderungen sind öffentlich: Jeder findet sie in den Listen und kann sie herunterladen. Partien gegen einen Freund und an einem Bildschirm stehen in keiner Liste, aber wer den Link hat, kann zusehen.',
        'Partien mit einem Ergebnis werden ohne zeitliche Grenze aufbewahrt; Partien, die niemand beendet hat, werden gelöscht, in der Regel 30 Tage nach ihrem Ende. Dein Name und deine Zahl werden aus deinen Partien entfernt, in der Regel ein Jahr nach deiner letzten Partie.',
        'Der Betreiber dieses Servers kann andere Fristen wählen und Partien beenden und löschen. Ein Protokoll hält fest, wer das getan hat.',
      ],
    },
    {
      title: 'Dein Konto, wenn du eines hast',
      site: false,
      list: [
        'Sein Name, den alle sehen, seine Rolle und wann es angelegt wurde; die Zufallszahl, die dem Gast gehörte.',
        'Was argon2id aus deinem Passwort macht und woraus es sich nicht lesen lässt; Hashes deiner Wiederherstellungscodes und Schlüssel; die öffentlichen Schlüssel deiner Passkeys und die Namen, die du ihnen gegeben hast.',
        'Wo du angemeldet bist: die Art von Browser und System, seit wann, und die letzte Benutzung auf eine Stunde genau. Du kannst jede dieser Anmeldungen beenden.',
        'Deine Wertungen, und wie jede gewertete Partie sie geändert hat. Bei deinem Platz ein Hash deiner Adresse und der Partie, der nur zeigt, ob sich beide Spieler von einer Adresse aus gesetzt haben.',
        'Deine Analysen, damit du sie auf allen Geräten hast; nur du kannst sie lesen. Sie bleiben, bis du sie löschst. Das Abmelden entfernt sie aus dem Browser.',
        'Wem du folgst und wen du blockierst, was nur du siehst; andere sehen, wie viele dir folgen. Einen Tag lang, bis wann du online warst; vor deinen Followern kannst du das verbergen.',
        'Wenn du eine angibst: deine E-Mail-Adresse, die nur der Betreiber dieses Servers sehen kann. Sie bekommt Links, die sie bestätigen oder dich wieder hineinlassen, und Nachrichten über Änderungen deines Kontos und, wenn du willst, deine ungelesenen Benachrichtigungen. Mails, die auf den Versand warten, werden höchstens zwei Tage aufbewahrt.',
        'Was du der Moderation meldest, mit den Nachrichten, um die es geht, bis 30 Tage nach der Entscheidung; nur sie sieht, dass du es warst. Deine bedingten Züge bis zum Ende der Partie und deine Notizen zu Partien, die nur du siehst.',
        'Wie viele Urlaubstage du verbraucht hast und wann die letzten waren.',
        'Versuche, sich anzumelden, mit dem Namen und einem Hash der Adresse, bis einen Tag nach dem letzten; Hashes der Adressen, von denen aus du dich angemeldet hast, ein halbes Jahr lang.',
        'Du kannst all das herunterladen und dein Konto löschen. Deine Partien bleiben dann deinen Gegnern, ohne deinen Namen und deine Zahl; ein Hash verhindert, dass andere deinen Namen nehmen.',
      ],
    },
    {
      title: 'Protokolle',
      site: false,
      text: [
        'Der Server kann jede Anfrage protokollieren: Zeit, Methode, Art der Seite, Status, Größe und Dauer, und wenn der Betreiber es so einstellt, auch den Pfad und die IP-Adresse (bei IPv6 das Netz), aber keine Cookies und nichts, was auf das Fragezeichen folgt. Zähler von Anfragen je Adresse, die Überlastung verhindern, stehen nur im Arbeitsspeicher. wane selbst bewahrt keine Protokolle auf: Wie lange das geschieht, entscheidet der Betreiber dieses Servers.',
      ],
    },
  ],
}

export const info = { about, help, privacy } satisfies typeof en.info
