"""Names of columns and keys that mean the same in tables, SQL dumps and JSON, in several languages.

``column_names`` and ``json_vocabulary`` add what only tables or only JSON have. Tables match without accents, JSON as it is written
here, in any case.
"""

from typing import Final

from breachlight.leaks.choices import ColumnRole

SHARED: Final = {
    ColumnRole.EMAIL: """
        email mail emailaddress mailaddress emailaddr mailaddr emailid mailid useremail primaryemail secondaryemail contactemail
        emails mails workemail personalemail otheremail email1 email2 email3 mail1 mail2 emailnew altemail alternateemail
        recoveryemail mailadresse emailadresse epost courriel adressemail adresseemail adresseelectronique correo
        correoelectronico correoelectrónico direccionemail emailusuario enderecoemail enderecodeemail indirizzoemail posta
        postaelettronica почта эл.почта электроннаяпочта эпочта элпочта имейл емейл емайл мейл адресэлектроннойпочты adresemail
        adresaemail adresemailowy pocztaelektroniczna poczta eposta epostaadresi mailadresi メール メールアドレス eメール 电子邮件
        邮箱 邮箱地址 郵箱 電子郵件 이메일 이메일주소 emailadres epostadress sahkoposti sähköposti البريدالإلكتروني""",
    ColumnRole.USERNAME: """
        username user login loginname loginid userlogin nick nickname nickname1 handle screenname account accountname uname usr
        usrname membername userloginname nicename benutzername benutzer anmeldename kontoname nutzername nomutilisateur
        utilisateur identifiant pseudo pseudonyme usuario nombreusuario nombredeusuario usuarionome apodo nomeusuario
        nomedeusuario utilizador utente nomeutente логин имяпользователя пользователь никнейм ник юзер uzytkownik użytkownik
        nazwauzytkownika nazwaużytkownika nazwauzytkownikow kullanici kullanıcı kullaniciadi kullanıcıadı ユーザー名 ユーザー
        ユーザ名 ログイン ログイン名 用户名 帐号 账号 帳號 사용자이름 아이디 gebruikersnaam gebruiker anvandarnamn användarnamn""",
    ColumnRole.PASSWORD: """
        password pass passwd pwd psw pw pword passw passcode passphrase userpassword userpass passwort kennwort motdepasse mdp
        motpasse contrasena contraseña contrasenia contrasenya clave claveacceso senha palavrapasse пароль парол parol haslo
        hasło sifre şifre parola パスワード 密码 密碼 口令 비밀번호 wachtwoord losenord lösenord heslo jelszo jelszó salasana
        adgangskode passord كلمةالمرور""",
    ColumnRole.HASH: """
        hash passwordhash passhash passwdhash pwdhash pwhash hashedpassword hashedpwd hashpassword hashpass encryptedpassword
        passwordencrypted cryptedpassword encpassword encryptpassword passworddigest passhashed passworthash
        kennworthash hashcontrasena hashsenha хеш хэш хешпароля hashhasla sifrehash パスワードハッシュ membersl hashes ntlm
        ntlmhash lmhash nthash""",
    ColumnRole.SALT: """
        salt passwordsalt passsalt passwdsalt pwdsalt hashsalt salz sel sal соль sol tuz ソルト memberspasssalt saltvalue""",
    ColumnRole.URL: """
        url targeturl website site loginurl uri loginuri host hostname webseite siteweb sitioweb сайт адрессайта ссылка strona
        siteadresi サイト origin originurl hostnameurl pageurl siteurl websiteurl signonrealm""",
    ColumnRole.PHONE: """
        phone phonenumber mobile mobilephone mobilenumber telephone tel telefon telefonnummer cell cellphone handy handynummer
        telefono teléfono movil móvil celular telefone telemovel téléphone телефон мобильный номертелефона telefonu
        numertelefonu ceptelefonu telefonnumarasi 電話 電話番号 手机 手机号 电话 전화번호 msisdn telnr gsm rufnummer mobil""",
    ColumnRole.SOFTWARE: "application software soft browser",
}
"""Names by role, without spaces and punctuation."""
