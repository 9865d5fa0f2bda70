from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        CREATE TABLE IF NOT EXISTS "mails" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID,
    "kind" VARCHAR(32) NOT NULL,
    "recipient" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "content_sealed" BYTEA,
    "created_at" TIMESTAMPTZ NOT NULL,
    "sent_at" TIMESTAMPTZ,
    "failed_at" TIMESTAMPTZ,
    "failure" TEXT
);
CREATE INDEX IF NOT EXISTS "idx_mails_created_eb4829" ON "mails" ("created_at");
CREATE INDEX IF NOT EXISTS "idx_mails_account_702703" ON "mails" ("account_id", "created_at");
COMMENT ON COLUMN "mails"."account_id" IS 'null for people who have no account';
COMMENT ON COLUMN "mails"."kind" IS 'VERIFY_EMAIL: verify_email\nSIGN_UP_WITH_KNOWN_EMAIL: sign_up_with_known_email\nRESET_PASSWORD: reset_password\nPASSWORD_CHANGED: password_changed\nMAGIC_LINK: magic_link\nLOGIN_CODE: login_code\nMFA_CODE: mfa_code\nMFA_ENABLED: mfa_enabled\nMFA_DISABLED: mfa_disabled\nRECOVERY_CODES_CREATED: recovery_codes_created\nRECOVERY_CODE_USED: recovery_code_used\nSESSION_STOLEN: session_stolen\nACCOUNT_DELETED: account_deleted\nPARTNER_APPLICATION: partner_application\nPARTNER_APPLICATION_RECEIVED: partner_application_received';
COMMENT ON COLUMN "mails"."message_id" IS 'the Message-ID that every try carries (RFC 5322)';
COMMENT ON COLUMN "mails"."failure" IS 'what the server answered, without the address';
COMMENT ON TABLE "mails" IS 'One mail to one person. Its text is sealed, since links and codes in it open doors, and goes once it is delivered.';
        CREATE TABLE IF NOT EXISTS "mailed_codes" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" VARCHAR(8) NOT NULL,
    "digest" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ,
    CONSTRAINT "uid_mailed_code_account_046c0a" UNIQUE ("account_id", "user_id", "purpose")
);
COMMENT ON COLUMN "mailed_codes"."purpose" IS 'LOGIN: login\nENABLE: enable';
COMMENT ON TABLE "mailed_codes" IS 'The one mailed code of a user and purpose that counts: that of the last sending. Only a keyed digest is kept.';
        CREATE TABLE IF NOT EXISTS "recovery_codes" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "digest" VARCHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ,
    CONSTRAINT "uid_recovery_co_account_4adddf" UNIQUE ("account_id", "user_id", "digest")
);
COMMENT ON TABLE "recovery_codes" IS 'A code that stands in for a lost second factor, once. Only a keyed digest is kept.';
        CREATE TABLE IF NOT EXISTS "one_time_tokens" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "purpose" VARCHAR(16) NOT NULL,
    "digest" VARCHAR(64) NOT NULL UNIQUE,
    "email_key" VARCHAR(254) NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS "idx_one_time_to_expires_ad5792" ON "one_time_tokens" ("expires_at");
CREATE INDEX IF NOT EXISTS "idx_one_time_to_user_id_540ce7" ON "one_time_tokens" ("user_id", "purpose");
COMMENT ON COLUMN "one_time_tokens"."purpose" IS 'VERIFY_EMAIL: verify_email\nRESET_PASSWORD: reset_password\nMAGIC_LINK: magic_link\nSEND_LOGIN_CODE: send_login_code';
COMMENT ON COLUMN "one_time_tokens"."email_key" IS 'the address that it was sent to';
COMMENT ON TABLE "one_time_tokens" IS 'A token that works once, for one purpose, within its time. Only the SHA-256 of its random part is kept.';
        CREATE TABLE IF NOT EXISTS "user_images" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "user_id" UUID NOT NULL UNIQUE REFERENCES "users" ("id") ON DELETE CASCADE
);
COMMENT ON COLUMN "user_images"."content" IS 'WebP';
COMMENT ON TABLE "user_images" IS 'The picture that a user uploaded, re-encoded; its identifier cannot be guessed and is its address.';
        ALTER TABLE "users" ADD "mfa_device_pending_sealed" BYTEA;
        ALTER TABLE "users" ADD "mfa_device_pending_at" TIMESTAMPTZ;
        ALTER TABLE "users" ADD "password_changed_at" TIMESTAMPTZ;
        ALTER TABLE "users" ADD "mfa_device_counter" BIGINT;
        COMMENT ON COLUMN users."mfa_device_pending_sealed" IS 'a secret that no code has proved yet';
COMMENT ON COLUMN users."mfa_device_counter" IS 'last accepted time step (RFC 6238, section 5.2)';"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
        ALTER TABLE "users" DROP COLUMN "mfa_device_pending_sealed";
        ALTER TABLE "users" DROP COLUMN "mfa_device_pending_at";
        ALTER TABLE "users" DROP COLUMN "password_changed_at";
        ALTER TABLE "users" DROP COLUMN "mfa_device_counter";
        DROP TABLE IF EXISTS "mails";
        DROP TABLE IF EXISTS "mailed_codes";
        DROP TABLE IF EXISTS "one_time_tokens";
        DROP TABLE IF EXISTS "user_images";
        DROP TABLE IF EXISTS "recovery_codes";"""


MODELS_STATE = (
    "eJztXXtz2ziS/yoo/TOZKsWV2ImTda6uSraVjC62lLOcycyut2iYhCSuKZBLUlY0e/nu1w"
    "2QEp8SST1MKaja2oxJNED9Go/uRj/+0xjbBrO8o5au2xPuN87Ifxqcjhn8R/JVkzSo4yxe"
    "4AOfPliiLZWNxEP64Pku1bGzAbU8Bo8M5umu6fimzbF1jzPiM065f0Tu73V77FA+03Dc+3"
    "tiesRjPhnYLrHdIeXmXxTpPEItm7MjHMGwdRjC5MNNdDbh5r8nTPPtIfNHzIUu//FPeGxy"
    "g31nXvin86gNTGYZMYRMAzsQzzV/5ohnX792Lj+KlvihD5puW5MxX7R2Zv7I5vPmk4lpHC"
    "ENvhsyzlzqMyMCHZ9YVoBy+Eh+MTzw3Qmbf6qxeGCwAZ1YyIDGfw0mXMefTB5cRvWRZQ5H"
    "/tGj6R+ZBuO+CR/vekecTTXT+O/gkyPkmtbt3Wr99q2mNVJ8xE9LcCN4pAPEMAdMnBEA2A"
    "/Z7wIo8bSBA1z81rp5cXL6q4DG9vyhK14KGBs/BCH1qSQVzFig/wi/O43/xYi6bT4ZCx50"
    "4DMo11mKFyFtghvw0VX4ED5YMGIx8UMoQ7CKw9vodC87v3cuv7auzgh0fcd7N59a3c7fW7"
    "edXvcMJ3RyMWTD3xjT75rF+NAfwZ8nS7jxe+tGMkTww4ZVLJd3N3hxjG+QKwsuRBdcmhu3"
    "7LufvRqSdJU4Ecz3LTNiE/P8tv3HLfY89rx/W1FIX1y3/hBoj2fBm6te91PYPMKCi6veeR"
    "J7WNKAjUb9NPKX8MY3xywH/RhlAnsjID0K/6M+a2IjrOhct/u3resvMX5ctm7b+OY4xovw"
    "6YvTxIqYd0K+dW5/I/gn+Xuv207uY/N2t39v4DfRiW9r3J5q1IhiEj4OH/3AM2fwGNn38M"
    "ED1R+n1DW02JvIic3GD7Cdj0zHS0+I84D44+cbZolTMIP1wZl/Pe9of1m/eBpsFAJT+9jO"
    "AzX9anw8Tj6hnA7FT8KxcaQAsfaYmtaFRc1xlgwVebtUjGLYTtOxYUFR6tvIJpY99OCAIF"
    "PTHxHKCUwtmH0e/OoRIyDmEMeiOiNTkG4YYS9xjLANA0kIHkrWEaq7toeyEbwPBLq0vLWT"
    "EdcQyiSGj2yWLRtk74cxos0IBauFsy2ugfiRf/z2TYFDH1rlHvvi3XJxbOIxVysnEUdINi"
    "kWp/efXUJfXdhN7flxcNPIfrRdZg75ZzZLSbvZ+/rXoJu9RDS1ocNjl07nW0B0OsFPhx/M"
    "fLnsW/2L1mW78SP/DN3m0RA5TDOOhvhRm380JM721SdDiyAev3jBXgy7NW7UcpNN7+orW2"
    "fsyP8I1X7xHqfWP5XmXJfNZNlW7dpWhq5WTHMOaWutOfe+dds3oCFP4WvueKvbuvqzf3sG"
    "U5paM8+/47932t+wwZPJpnJHLHukvi9woL7PPU7fp7RopckdqiYXZXOwX5YUk+JU25WU6s"
    "LalbubEjx3InhGTvg1Zc/IPcJ+TtOV8md8nWaLoMmJq4T6/RTqe5zdwnl6az8y3sgQ62Pv"
    "lwr2NgepGpqCaA1tCwv3ojXxR9QnU9t99IgNk6Qpb7rQADNxYaHDAzTRgDRv+h4RkgDpcW"
    "sm7DT931ovj9+eEnsg3rqUG/aYONT18drskTmZasLOxl1tAvpPY8Gs2JYuv6GBzdl3B61O"
    "eOcX9hBwKpiW4WJqiMYAu/jjh9Jcaqm5KAFqCwJUuF5SiBbTCCPktVYKf2/fdD7+qbWvW5"
    "0rUP2Yaw5mmjD83vGbNlJ9afX733o3l2cEwGK+5lDPg03OuOPXrU+dC+2q0/18RsZ0aOqa"
    "ZfLHO95vdy+1q96nTle76F22z4jHuKFZ9tDkgJDBqqiWr08L6Javk2rMQrnEV3EGG+aQeR"
    "kyXL49fEFxcMbw0yK28NN8U/jpmyS8dblx2NK6wTM7uLyR574JRz9FxxrugzhQZYpv8EJC"
    "2VB+MhsKSHQmdFeBzXHK3bC5JgaAveMyiPNVVnKEbAP83SP3oj3kb22NdnVh6gFdF9fSXl"
    "dT09IX6vqAd8txLFOnwY9PGZgyWjWXmZkc2V6jC4KitiZOIkQg8ZEHpttjEApJ0OmHsAEw"
    "gIzoEyPcDi+PyQvPYbo5CMk9Jk0Tx79mWJe2OZLy895Tm8/AdD2/tH9xnKrOClZt3YstWg"
    "H3GJGCvQLswjJQBvI5gYK7AtwOQFZqhs8JFNwV4PZNP8v5KB/uOYGCu0qIyHOG5yjwJYie"
    "+VcG+B2+AvuQLIG9uZdOFPC98M/L49dv3r15f3L65j00ER86f/JuCXs63dscbPEepsrEDu"
    "nUxK5yZrpswFwWGA8KH5wxKgW8ivhT1tFKEX/btD4Jm1+GvSm0BeZbmNCcVth9yYG2NifT"
    "RTDZBzK07AcKnPVNZqDxZxGBQB5mhJJFCESWY9IGelQmoj01ESmVeaenkLLIKYvczwR76A"
    "emjag3KiXxJgkV/BXgN8cgqmgTt9QOHyNSyUWq7DV8OAEM06DnO7VFaQ4B863G/EkPQOGH"
    "alZS6TI7UG4vdVPs4p64HoJchdsJUsXnOvPZ9LTxgAJGT6bONMYF59IcP7dti1Gec4Ll9Z"
    "Fg/QN0si0pYv5kt/w+7/WuYqw+7yRPrK/X5+2bF68Fj6GRKV130nbiAEW5V67FiFQXig8l"
    "+BCZyh7TXebDPzSbFyan7iybFct6SbJj5jPvoHbBcxTSotwA2eK8023d/Jkt54Xto5vb+Z"
    "+37VY+a4RtLMt38Nwc5t5XZdNXurXaDTOESoyWQOb4aBiE45J4PnPIi5uPF+T0+OR9c+49"
    "9vbo+NektXHpDdffjo9PTt4dvzo5ff/2zbt3b9+/ml91pV8tu/M673zCZRRbbkvXlcO4AR"
    "+47sJKd1PrldWgRG4FMjiF2wQDrwho3MRx7Sfg74z5xTj4vGsvxL28aJjbiRIS6ywkzq1D"
    "+gj05kpKQU4Xiu915jvIk1KW5LY/d1f2qgunKzrboZgaXjrtrZQKaMrLMQ3OPtevzpO8Xh"
    "QzSjFDrCPdsj2mGRMZGcBCbF2mw863xrop2blS90rwLggYRjcrpr0uY7hPU+7u0qTReIbj"
    "axvG+xiIx5XhP1bwV3PTMv2MZABLnBKD9grq0lB7PiBTBus5gQK7/EU4SMLUmmc2KXwNHi"
    "dTwFfwJJ9w3y2VYCRCUl/AG51+j5y8Pj19+ZpQyxnRl8dNYruEjR25I5bOLFIkr0h+VpHk"
    "He0+BAcdzCQf0O9loA6aK6CVF/luWLEPdqYSXuRJT5RF2ZGEGl2icEy80Ml+8j5dOCZmsF"
    "c1dopClZHZtDpcyYSqhwJYqViOhE9kPqKIlg3/txpXjOvohJ3t5Z1ANqYlQ14kBDlxL3N8"
    "lge/aIIpBUNgbkeMOKbuT1wmLy6pqMBBJo5lU4MZTeKyl4yjzmR8EIlyF1EaRKec2z55YG"
    "Q4wZpKBqHcwOy52C6w4KRjZHYzpAqi2dMgGpVbdwu5daFTn2Xlz1/mjBEhquh6sSMwG9/Y"
    "w5diavoz+FYoNacKN/ZCzalnKsFnzXK8wUSCZSKPVyUdDCVRwYjtpRysA/QbTji4Vhh3Cx"
    "0PsuRZ+WKpLCucFkqUcjfgZwiZ6Iyw79DamomiEBiRTV4E8kGTjGDioWkXxm0KuRM/jDyy"
    "WTPw3/uVvIDOzeEic99JRo7AbQ94x+/4/T20ktXjMfk1/AHirkyJjlUrYN56jAzsiYsV5w"
    "Eg7lFBD7xdUH2RC63/v1ck0kQK3jBJUIIWmbUR7DNimR7I0QPbvQMpG8Rm4tu2hQ8sy56C"
    "jN3EVIgUfkVEJveECI4nkEcMm6B4HrQXZVhdA7qBz9Xt8RiEdPxWwx7D9BTBoPJDsdoGlm"
    "kVhTruuHyPL1w2Rt9JgMoOdYUvtuvDJJBfTDh7wq+cuBxD7TG2nnyz3Uf4BbooAbuyaGCw"
    "EDADerJsYKywR7x59MyFJ0hYtcQHniG548S5uu3Rwtkp8sFvbZS5s6CAenvjSHNiDt+2Nm"
    "owtzc4nNJTlZ6616J8CT01s3rFMh01u3JFzfTTOkfdpE+Y4hE3adpDyhG34wiaqEhRKiA3"
    "Qrc/JoJGIO2JEi5SDl3bgLN3JgPT0+BUrOAyHFIpX+ByftzCy7oC3gs6hXgJxGOycFEJKU"
    "a0hoBUz1vCNeWjiOacxnRJHbU42eHlRDl+e1LE4+7tyZJKXifZmVGqyflZtGoypwNrLJNm"
    "eWSsCpkJydR2XGI7BkgfS07jCInSVZMF38tlAlM5wCo7iqIJvQzUYXuFdYWQLccpA3XQXC"
    "FdHunQ2p5x/rVcl+YYvGJUCdjx9mZb23HUlDsxLd/k3hGO9xxWW8T3H//MgTO7Au6SfTlB"
    "p3JjrpOatErSlwziWqd6qbM5N3G5Vo0Pc9pas6HxYJno+4mdkgnHa2Zxky11rl88Yk85CR"
    "Z1vXkl8E2xKl+dTxEexJ4V1+hPioTQneTH0J2kgug8dBUw/Znm6babgXd/TC0r964jTX1I"
    "dx0nx+9O57cb+Mey+4z+devqKq1ezhEaUN233Qyx5n/6ve4KdCO0ycsMU/fJ/5Fdyzg47H"
    "PIOIjV8mM6eSIndhzsIHlMj6k+MrMiSfM5EyFZiyH7czRvBXlZdcBjMmqozP1enHJ/bvh+"
    "SidgUeSgCpdjhIrJtWayh05M8GMzTrh88SFKszvJ4dV2xYaNldFzXPZk2hMvyFRWzkidSV"
    "z7y5bG3O1WOvOiK687BiUmSCMaPPTQW9iyhyZfW4/Zpv/9hl3GL0QeyUae43jwurnSfTxI"
    "SFkiGFLk5UHwbR6y54EBZxhW7bIdnDfC43uK3shfuWETQBFEVibdoMVjjEUcmfh0RryRPc"
    "0JgtzeUKuDH5d4sM5H1rbpazxfqztzjV3myVbUey3YGmobArJL1zXlGrvT68bYsiwBa5JO"
    "AZu88aogcmxI0jhMQKe0kl9jlGyHfh3PZP/fnFsH4lbJsTFOqCBfDnmtxOOgvkWufLyof7"
    "FSQJZNC0rIv9lTAp82k+KqF61kO6JeE8vZoj2wGci2KKYadPZBBviJWrfAvuEQtRx7XijB"
    "gV9KRCcecTOl5d0NWyBUEEbUpEMl/hXxxo45CsP4qYBCJa4qcXWvt9ASQkB8lZQ4leKE6l"
    "QqFeCwN+EkhwD2XkWT7D3geKCmoMZLlbywuCxvrthVSn2gbny9vUCJhdicTEemPlrkZPDI"
    "lLlsUyFyeH+Spf6WucpYEBySB8RaVxl10g16ob2nkacdLFoU0A/m5qMSmVgwP4g9kFK68K"
    "YQ/8NcIFEp/gMm88NMfhNuiLdcZ9mJVtbsby1reCQHl0rioJI4KNF/tehfn0xoBwGn3PPS"
    "aKJ/aJtPxgLRaEqzxFzNSbxbKyfRxk27dXlGUBG541+78q8Jl39fXPX67TMixOY7ftPufW"
    "l3sS0cTQUvxeOupe8LeJa+z3UsfZ/0K504hsCvuAQVoVAiVIaorzJmVtlS9s6PSsppFbgc"
    "I1RFRuvG45poQ6IIREuKao0MXSj2vrlME4oF8xfUg1qcsJdIF2Yln2sw8t5CZjOUGr7nMP"
    "oI78+E2n9/j9LQ/b0giGQzlB5CRZJT7njsAncmAsH17kOUUqSUorptxyWkeLkCMoX4bDzn"
    "BLWW24N9pnCYXTJty5tCaVveLEnb8iYpjyvpUUkW25Us+oEzf5ZUMX+3VKKIhQMUEibECf"
    "wLpkqeEYwTISY8IwPTYh+kEwMz0NPBMD3oV4ezGlO3NEWDIGd0scTW2x2qgKgQda2LZayx"
    "mCZ7V34Vyq/isDZf5a36fICqrFgbhVPs0+XgjJAoOLPgDI69jKMsP5lHglAlyI4KsGWydK"
    "AEVEGXiJApRUIpEtmKxKX0c8xQIy7nHpD5SoT0kiyqQmABFge9JYLqKjGT4Acypb4+AsFe"
    "VLAxfSy+gik54IfIEouM47BGMR1iu2MVUCICB1JlcKzRoaYUhZ1KDnnO16uyRNfe5Nh6CS"
    "MyS4TLVzM6biFXdJBh2/9eKlFpnKrWqItoc7wiuv3jlrhMt12DjCeeT0a2tb5f6laSEi7Q"
    "1WROhWqsiRDXmkPIHJdi8TTi0EVWiQW/6skl09OC8z5DwVnhSR8h3KErfXg2760rPSAXyl"
    "vlMY9SqvTrJVAPgaugTCZIlctL3fTJ2P3jiOmP1e4fY5SKy7XmsrplPlQ218o4dGFRc9zI"
    "tRDJ183VZiJNx5YFjUXfRjZxXKy8S2hgw5H+YRhX41hUZ1it12ULs01giyLUxfgbnIeE6q"
    "7tYZ1eK7T8ZET2b3Wk1YE/uQah59een/cCeVsaszICPYMR6JkqsB0mpHK3qnDuxwjVsa+O"
    "/exj/xwvR7IOfPli6VH/IC5WSkTqOibTZWytcN86Il+5b1rk/j4IsLi/x8sZj8lEkxZ9ZC"
    "JVDhzChNu+9AZLXdO8OfpbxqXQ9ofLvBfCcRpi4Ywf4FnyRigW+SsvUvyZxhwboN5ZvK9y"
    "ScN3u3BJC2ZBigO58C8IVKRehk3L8ynmCBgMvCzr+rJ5naSsM7wLd5l6zfNIdAE3KnEhTq"
    "d4sA4PEqdHyV0+SVuJFzvMXC4+FI/y4NNN5oXl3MeBewcdoqLu15lnlsmz6u/l8mneXqXw"
    "T0Ip7xjLgBmhUHAm4dyLtEwlwWxwNg3jTmGvKJPTauOCi6rhsWlIfWpZGSna8ktLzQn2t9"
    "JXw3s0HVmOwWX/kgqph8FRLqOevX7Jjq3UoqqYdUHlXGjW13ilQjA2avBN2QLj6Kah/Wi7"
    "zBzyz0yGY0TTMSUADax5V4w+fgy62k9YF08Xy9ml07nNKzqp4PfDr2bSNeai1b9oXbalkW"
    "z3BtZOoGs1Mmys83fNZWbWhcpT9DoV820s8m9I/3evGd58wnmB9k57CtOgkIP9Jjos4EX/"
    "CBNM/MvSucxjhtNYw6bKkqj881NU6lhJSGHhmkn7F6xO6hfS1tofuX3d6lydEZHH5I5f9u"
    "DP7hlZuEk8c9q+IGVJUfeOoHmtEV8kY8HUuGGcRHXEt5Ke5VldEvZH6yiTWqi8vXk9M3OB"
    "+XyoV4vKAfQnUKZr4gkSKiNtsViXaCvtcDWvVFkiF0zFyqGiG6ZrT2XKwKBYUlBTNQwwCq"
    "N5IxdBxTxCttD/Gh6fWQdSf0wta23XjM0oGK+3u3ueHL87ne+X+MeyHbJ/3bq6Wu1t8USt"
    "SYatZNnBNCep8110DU+mmmxZaNXK2qnE86UbFObUKZ7KAGacZQ8njMCW4M6aZGr6smaK/M"
    "5w6/iNPjHSIeeYxOzLlKNlROjmRHxA0VwGWx1swzuWMopsVspe4kpGxxl7W74CGbavb3SA"
    "8OvwxIqsnNDz1asiGuOrV/kaI75LXCyafpbJPT92e05QZ219I9L09sLmy0ztNUNfaqaU7y"
    "BbxMHb/i561+e9q07/9gxTAT3YeJd/x/u37dZV+0a76n06g42GoSuIBkfrHb9tnV+1tcuv"
    "119gOuC3asZk7Nzx684f7cszMja/F3YUiXHv9WkB5r1O6pcL3uGrOOvkOaaF9ePSen/2Ek"
    "mQrVmWrmYrZgnGWQXnDKOS2SRKp4wmtTOaNONSf9VUBwlSxehaM9qZcm1eQKO4lh8jOxhP"
    "uh0boKMfW0I4TpDtToxoPIN+tx0BGVVC3aKel+U7nu/vmKSrh9sjjvccqvdWXBv3MbPRIa"
    "STGtAH19Szy+Ctgj1Oq1JKlUPeY9wzffMpy86+AvgYqcK9HO4uiJ9ulekeIVSYl5zrDh1r"
    "4flYcq5HSRXu5XAfU2tK3Qo7TIRQYV5yri/MYxVme5xYYV8S+8nD/AO1gcuqnK1ZXSg+lO"
    "ADzF1bc6if4dmWr9zGiA7hMmLXui314XseJmWNCgkyhXwx5Et4bcQDkDLsDucB2cfPN8yi"
    "OZw43OCjH9t2axF45bi2hFgud2/R5pwrlpxJFNQTyZJkgb1Hbk85xvbgPX3/t9bL47enIg"
    "ODjyGnPvMIJmlnT8wVj/A7s9MwbarjzBAiK3D12UStPuXNUmpfWsObpUqJKVVdav3qUtle"
    "RPkH7Wa9iOqL91aEG8/8q6Q7akhRZ2/U+mdGynd3yYm12gMXl4ruRJt3SDFMUPX1jK17yU"
    "XUgqQed1BVUm/U9g7K8zN9g4p5d82J6zz3Gzdfu91O99MZcSecA/YY3tltY3AnZwU3om2G"
    "dorcgpW8T+KUyvmk1s4nA5Ob3qgSnxOkKp9NnfmsKjRvM59NqK/Hoa2Uz2Z/IV2ZyyYyoW"
    "K5bG5gdt90Lm6XJbOJOA8v8nNXN97N84AfCNTbtdzZ9iOC28iy3IXvmkstd9BKw48paLnD"
    "qFaRARWwEEY2y5LRrZga1aePjBMTRF82gBWGOXzCyFzxXubvyQ6V3USnq6PNYnl94ilcIn"
    "Hr6yT5wa09MsY8MhkGUbmDDs6wqHIHbSHjR3TNlJrbMTIFazK2Rx7PsD361EoDm2slTNEd"
    "jEv7xpLDhhCFFoKSyIZkCtifIU/0s4GpcvpU2WH3zqCgDEeHy+eaJEK5pqbVyNA5xfPmMn"
    "0TU/iVcBIRGf98W9bLBC3B5kek44NSCKqRLKYFG77RJJ7JdUYskz/KdOU6jOyh0mj6xHZA"
    "fzRs2/Wa4t3QxuxL2N4UfcA3mk/MzVJMn+cTSqqx21Fct6IcKy1WabHPdUaIEcnAdmEV24"
    "6FlXdtMsKsRtwOU00Xu93bjDp28Fkyfm/fdD7+qQWJckX44UwL8uX2O5+62tcvGp6S2udu"
    "71s3bIdZpLSJo2EaKk247oU0N20c6Uur3//Wu7k8IwAt8zWHet7Udo07Hr7RgAndT5hYI3"
    "ynyZx70Oa69alzoV11up/PYGMfmrqGG/Ydv+p96nS1i95l+4xY9hALSsP2De0/toKn4wGN"
    "PGt3MaXHpXzMOCJryDeXnX7klWF6wbub9kUPEPlTdNfXLm7aIEOIX6HbgM1MdO5pwUabaK"
    "997afaahMP2/Xb/X6n19X6t72rdhfwk/uy5vm2xfgdb11c9L52b7XL9lVbDBguW2nlF7jd"
    "3HbbN1rry5erzkXrFnpD6FwfZpEGJ7mF4YvQZWZLDb6z3fldop0i0eCLGZxslbKbnBwXuD"
    "c/Oc69OMdXqSJOpmOyrHj+fJ+0GFGdF1xtHdPGMCVBjsw8XvJxj1PVGXiRWexafu7LzqW8"
    "ukB/4hkcbTOiU9cVaT1vPl6QtyfHcsbWj03e5OFfma5W+TyKkNSZQbVdGTC8DzuLJnWIjI"
    "vTJf7JadqKfsr7o6Jvy01ZGcYqrYh9MJjENjhcLhW85hZkyiBWZ/4OQE2oZvaMEioe153H"
    "k6xg/XwhJUJS48jNBgahiRA1j7kYi0a5N0WToMzIbE/kS4AKLW/1kSBrZJFmxgX80cixSw"
    "dvm6us07ARCFW8mJE6zPIvKYXRV8YegnbuCluvM3FhEbBoDYAz+UeQWduing9M5waw8oj0"
    "uDUD8kc2g+5kDBpaiB+Z4+fXGNjZ6AXKquHQodImB1dRksoMfFiibwkzb2Q5FEU0uoIUnH"
    "E4wy0lBWcxw3mEvM4Gi4awRwem6Dsurc1nRBqaq9hSNxyCpOKpn8dQUQsNdo/4sHfqDfvu"
    "mNBdBR7HKRWba81mvLqrwOMImbJS1I2/NVGEb4I74jxVOPa+uUwZjt9MF1OHW1IHFQomim"
    "CG8IBCpwsKwozQNIHtBpDrvu02hQ9USZ13O0OUU2xV9p/66QhKr1V67f7CmadRLSlLladP"
    "1UqTLR7sENNXT4uU5j7Nr8x9mirMre54D1byUpL1YfO3JpJ1n+kTF+tRPzER3Z8SreMNls"
    "rWXtBUY9i2RECEZXIWXt3QiWH6aCM8Ivf3BvOpad3fEy4yWY5srN1KURh2WYYUvWZfa0Xa"
    "jwAXWEDhglszMn5p3ELoKB0dUgUwKAlfSfg1lvD35/jcSLhHNpT7EOJRUbh/U+Q26k3+dd"
    "Sb1H1U4kQpI/klSJV4XzvxL1FdNXR/Kur+FSGpbzVAEUKgWxhm8osHYpc/td3H+jl7pY4H"
    "kJTLRdPEqerLkNqGDEjZPA35kny4cwqVDnc5Owqmw62NPioUmEamJipfNZfroIEC1CysfN"
    "rDlyYnNhdOhwZ7MvFq5YYNAKAR8e1HxkFPdBnxfNtlBqFetN4CbHGmS1zKDXssggWhF2uW"
    "o5pua6S1FNeIeKsC4pU+mZI0lD5ZS33yMOF05WaoVfHFS9Mqn7ykOFbUJw82/ifTnmDp0+"
    "oMWdKJiuqsyBjX9ive+MUplUmg1iaBcMVUd53M7kGxvdZsF7Wmx2z8wCrWqY7S7rB06TPt"
    "sZurXApcGaF4r1fcXLPo92etNabw8eLGNEwuJJKQiyi6ofnE+PrGun1bicqz5qdgM05xzW"
    "OMV2B0klaxutasZgBhlfUcpVNuVDXnMIhA1Muqg51/Jx2nqnEyhYoX05vPOKcuyZ7lkkxd"
    "Ez8rK2pyQXY7cm3ft9gFWuXFXU/qoizZpLnswswPGmu6bF3w5uw3rCpuD8RNVtgFBiIRU9"
    "5uTWGG2NMm8WDfZQYWKsf6R45r68BUzBuIVyoBIXD21/SN2VZGyIyIgk7xnexQE/Uk14uC"
    "WlaeONPwn1HHIThT1rvO2uYhs8OyxPl3WgHrCvufyeYH6H52/OpVgWMeWuWe8+Jd/MSJrY"
    "iSYnOSdjfa0S5XwCGJziOzVEGasHmda6yX3cnWqkhTE+Ggb/qsz3wffq6XJRnE3i8VCzxo"
    "qXnRpoWzhrn2FM9tZ/JgmToJ+yAvPIfp5iBIoo1xF+Lfk18/BGmFBxYdkoC7HhanEOPk5w"
    "fbwjirHWlKyQH9MYgka0sCm/Fseb3d1XNy/O50vnDwj2Vrpn/durpafbhj1vyJE2aiL3kd"
    "kibe4X3I/MneXojIegHVoE/RKuRLIA+/znwyjQm1tLUWwNJ+FEdKcMR2h5Sbf8niD2vxZE"
    "VPiisluBJW5liLIfmdKF6U4IU/cTno1hWZkEGt0K+AvpDZMy0i+RbiLNr6mopra5u3KB9O"
    "QCcrY4yK0uwQ8sCbY+sWqQ1k56yJVt1irqmPGhn6dPCmuUyTpos2q1TofKQ3rJj+LNbpNa"
    "sM56umT8wNY5GKLvcIySHan9++LWJ/fvs23/6M7xI3nrCoSiAcND9AdF8Xsu6/XmLdf522"
    "7ge1ltII50ddRkh2H3b5PKb8wwiw/PH/DGFNLw=="
)
