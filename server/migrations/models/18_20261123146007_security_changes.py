"""Changes that an older database has not seen: counted for all, and listed where a restore can repeat them."""

from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
-- Counted without a lock: transactions that change these tables never wait for each other here.
CREATE SEQUENCE security_change_count;
CREATE FUNCTION count_security_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM nextval('security_change_count');
    RETURN NULL;
END $$;
CREATE TRIGGER count_security_change AFTER UPDATE OF ended_at, refresh_digest ON sessions
    FOR EACH STATEMENT EXECUTE FUNCTION count_security_change();
CREATE TRIGGER count_security_change AFTER UPDATE OF used_at, expires_at ON one_time_tokens
    FOR EACH STATEMENT EXECUTE FUNCTION count_security_change();
CREATE TRIGGER count_security_change AFTER UPDATE OF used_at, digest OR DELETE ON mailed_codes
    FOR EACH STATEMENT EXECUTE FUNCTION count_security_change();
CREATE TRIGGER count_security_change AFTER UPDATE OF digest OR DELETE ON invitations
    FOR EACH STATEMENT EXECUTE FUNCTION count_security_change();
CREATE TRIGGER count_security_change AFTER UPDATE OF mfa_device_counter ON users
    FOR EACH STATEMENT EXECUTE FUNCTION count_security_change();

CREATE FUNCTION list_security_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO security_changes (kind, subject_id) VALUES (TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::uuid);
    PERFORM nextval('security_change_count');
    RETURN NULL;
END $$;
CREATE TRIGGER list_revocation AFTER UPDATE OF revoked_at ON api_keys
    FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
    EXECUTE FUNCTION list_security_change('api_key_revoked', 'id');
CREATE TRIGGER list_deletion AFTER DELETE ON api_keys
    FOR EACH ROW EXECUTE FUNCTION list_security_change('api_key_revoked', 'id');
CREATE TRIGGER list_use AFTER UPDATE OF used_at ON recovery_codes
    FOR EACH ROW WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL)
    EXECUTE FUNCTION list_security_change('recovery_code_used', 'id');
CREATE TRIGGER list_deletion AFTER DELETE ON recovery_codes
    FOR EACH ROW EXECUTE FUNCTION list_security_change('recovery_code_used', 'id');
CREATE TRIGGER list_disabling AFTER UPDATE OF disabled_at ON users
    FOR EACH ROW WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
    EXECUTE FUNCTION list_security_change('user_disabled', 'id');
CREATE TRIGGER list_enabling AFTER UPDATE OF disabled_at ON users
    FOR EACH ROW WHEN (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL)
    EXECUTE FUNCTION list_security_change('user_enabled', 'id');
CREATE TRIGGER list_password_change AFTER UPDATE OF password_changed_at ON users
    FOR EACH ROW WHEN (OLD.password_changed_at IS DISTINCT FROM NEW.password_changed_at)
    EXECUTE FUNCTION list_security_change('password_changed', 'id');
CREATE TRIGGER list_factor_change AFTER UPDATE OF is_mfa_device_enabled, is_mfa_email_enabled, mfa_device_secret_sealed ON users
    FOR EACH ROW WHEN (
        (OLD.is_mfa_device_enabled, OLD.is_mfa_email_enabled, OLD.mfa_device_secret_sealed)
        IS DISTINCT FROM (NEW.is_mfa_device_enabled, NEW.is_mfa_email_enabled, NEW.mfa_device_secret_sealed)
    ) EXECUTE FUNCTION list_security_change('mfa_changed', 'id');
CREATE TRIGGER list_removal AFTER DELETE ON memberships
    FOR EACH ROW EXECUTE FUNCTION list_security_change('member_removed', 'user_id');
CREATE TRIGGER list_role AFTER UPDATE OF role ON memberships
    FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION list_security_change('role_changed', 'user_id');
CREATE TRIGGER list_deletion AFTER DELETE ON accounts
    FOR EACH ROW EXECUTE FUNCTION list_security_change('account_deleted', 'id');
"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
DROP TRIGGER list_deletion ON accounts;
DROP TRIGGER list_role ON memberships;
DROP TRIGGER list_removal ON memberships;
DROP TRIGGER list_factor_change ON users;
DROP TRIGGER list_password_change ON users;
DROP TRIGGER list_enabling ON users;
DROP TRIGGER list_disabling ON users;
DROP TRIGGER list_deletion ON recovery_codes;
DROP TRIGGER list_use ON recovery_codes;
DROP TRIGGER list_deletion ON api_keys;
DROP TRIGGER list_revocation ON api_keys;
DROP TRIGGER count_security_change ON users;
DROP TRIGGER count_security_change ON invitations;
DROP TRIGGER count_security_change ON mailed_codes;
DROP TRIGGER count_security_change ON one_time_tokens;
DROP TRIGGER count_security_change ON sessions;
DROP FUNCTION list_security_change, count_security_change;
DROP SEQUENCE security_change_count;
"""


MODELS_STATE = (
    "eJztfXtz2kgW71fp4p/JVJFUYuc1zq1bhW2SYWODB5zJzq63ZBk1oGvRYiVhD7O73/2e0y"
    "0JvS2Jh1ukq7ZmY+jTEuf043fe/2nNbYNa7qtvLnVaJ+Q/LabPKfwj9nmbtPTFYv0pfuDp"
    "dxYfuIQR/BP9zvUcfezBhxPdcil8ZFB37JgLz7QZDu2QBYy1GXmc2WSsM2LZU2KyT0Qncz"
    "q/g+9m5oKMbcbo2HOJN6Nz4tkEBurjsb1k3it8jmGP4UEmm25vyiUz/72kmmdPKYxARvzz"
    "X/CxyQz6J3WDPxf32sSklhHjk2ngBPxzzVst+GffvvXOP/OR+Lp32ti2lnO2Hr1YeTObhc"
    "OXS9N4hTT43ZQy6ugeNSJsZEvL8tkdfCTeGD7wnCUNX9VYf2DQib60UBit/zNZsjHKgNw5"
    "VB/PLHM6817dm94r06DMM+HlHfcVo4+aafxf/5Uj5JrWH1xro+61prVSMsVXS8jE/wh4ju"
    "vBZB4y8D//E/OuGcU/beEDzn7tDF8cv/+Zs8Z2vanDv+RsbP2PE+qeLki5MNbcp3PdtNIC"
    "uKZ/etkCCAkSMoBXrcP94IM1+9dLP2BgwKL9MvW6+/drnHnuuv+28IP+750h5/Rl5++c1f"
    "OV/83FoP8lGG7DDhb7un92MTjl7F+ze2I6rqfxvyrwPE6lGF+D8ZZeg+8xIsX2Gmxf6K77"
    "aDuGNtPdWRXWpwgV+2uw35zrU6otnUonfIyoFtv9G/RH5bqls+kSeJhm+tlMd/KOmjXNIf"
    "C8Ndf/1CzKpt4M/vxYIIKA4R9/TnDW/+IIv4kzmGMQ7YE6iLwMTffSnD4HTnnmnBaAmOQE"
    "CbYb/gyvgn80TwhFC7932R1ddy6vYqv/vHPdxW+OYis/+PTF+4SIwknI9971rwT/JP8Y9L"
    "tJHBqOu/5HC99JX3q2xuxHTTeiPAk+Dj6KydwwXWRyHWknSJWcZZaz6WrziQ48ejDHVKOM"
    "Sy4t8VPbtqjOcm6wvDkSor+DSXaFIsJP9ivv08HgIibq017yxvp2edodvnjDZQyDTI9/3O"
    "tfJ8GD4KI4KzcSRGoKJYcKcogsZZeOHerB/+nZsjCZ7qyyRVE0S1IcK4+6B3UKniJIi0oD"
    "sMVpr98Z/pGN84Lx0cPt9I/rbidfNNwWJkx9SaFMeywHamfTJ8QBv08aYXCVGC1/dAFvQv"
    "C6JK5HF+TF8PMZeX90/LFNYHlxW9m7V0c/J82NOWBxim/88pejo+PjD0evj99/fPf2w4d3"
    "H1/DbC3+69JffSgSd+8LbqPYdivcVwvKDHjBTTdWehqpd1ZLJ+IoIN5M9wizydg2KAGNmw"
    "TQmKyoV06Gz7v7As5XB4e5kyiYKDNMDO1D4xlozrXUgpwplNxlljsgSoEmmY1+l7GOzHDr"
    "w9MnJtsjUA3cTo3FqcBN4R7T4PZzvPoyyZtFCaOSMPg+Glu2SzVjubBwedOAtw4dw8m3wb"
    "6pOLlS+CrITix8fjBNHAq/nI1X2bbkLlvOuYh68Jo6G9OUqPLm2p87Bb7Ed/NaFcFprw93"
    "Rf/6hPj0N+y807v444QY8GNWN+x7t/sV/3yk9N5alVQ0dmmVhlsMLjpXs0xGtTdVPC5pyj"
    "2Kp6JcpPW6xJh4VJv9R4r9tdg/Nr2MQyqf6cF4xerKrIbj0KsUxxASKGZXj2AABUa3NLSM"
    "VGF5gkwxvvqBggZRJwf45JwpaxJ5Gd7qjQbk+M379y/fEN1azPSXR21iO4TOF14tGHNUAs"
    "Yc5cKYoySMWQDfqi31gEBenku7yCf6n1VY7Q9XjK5+moBq6tUyE8Ypt2AdbFJQWhPMgxhZ"
    "PrmPRDfjB3f6+P5Rdwwt9k0yhGhs6ebczbB++NSfvw6pxa2CGbL3A/y7ONMZTtRc2a8/bQ"
    "nbV9zPEuYBbMiqy3CiQ2UV3IQaHgOaZ99TtiG7Boxew1zXONUhMQz3p31k5+3Y+FeJYNZ8"
    "jiK3bPjP03zFlJxeMFkjXTnZPJ0fzRM8nesMfqbhT4fEKRbkpCyF/CnOW9K4UEpnLyHJTy"
    "5ZmGNv6cAIh76kDHUk4xMxPZd8G14Q0+X/XLLpkro8cI+YRlbe0maTqYylhmYs+WlnWjUp"
    "xKm2KQ05ToRaTI4q28yjLAMbF0W+RIhqxrnsiZmt7/Tuqpxq/QxhLEo1qSONRqgmUTGL67"
    "LSoRUh2e/9IeV5VUHPSyPMuBzSQgjQY8qbmg8hm8r6FHiEjx39MQQ60WUHvxx+LxWe6rPO"
    "6Kxz3m39rwCuV8ShHXRPX4ICfWW7pv97Ung0PagQl0Zc3gufoCRADeYnywXmuD/OzPGM6B"
    "xo8qjIO0oZ4ZYDahD9zl56kTx4gKL8yW4aq25p3ht2w0bjGQwkNrNWJxzaOvYjDHAowF8d"
    "iJlBHh3Tg3uZ3K3I6DeAwIzc3gqeGCZgdZjIoZwxtrO6vc0Dw/9MQKZgUfxrE5RcFAudec"
    "5lxD77K1baXbbPYGaFkveKkuW5wg+CneOl49oZd3FB0EBIIXM6eEsn4kWJPQnOXvf2dmMF"
    "ZCeOEc+26qgeETIVMC2b2rERUt4yuMsFdCVAXGm7ogEIlZu72kSsISxqFACoNpkBT9HFDo"
    "9rc9SF70Pu6YrjJT8H5gXMak4ZuVm+fq1/OP45y+S4k+cgrLu9hVG3t2ivBACGJIAEBVzD"
    "QwQ2mEvJxF46r+BAAXYwV+fvAVfLmupKLB0EfZEhIrkHFreLCVswjLP2hFgmQEGY07lhNo"
    "I+QKa2hR9Ylv0I0LINsHSsw68gEZMh/yG4qV1i2AQIg/E4se0YlJ95Y3s+B2yK72rYAGsZ"
    "L6IiXvSeLjxAwIBPYcQNE9/jFw6d2w/UaBPXFq+sww9yPBC5eGPC6AO+5dJhLoBarEFFvt"
    "vOPfyCMTyb0fr4GF8+xMQm/Db4DREsXwIdg8BSyPg/rfU+SQyPHo2IqeH/6J8LDELkyoq/"
    "sfxd459Rwfna4oNBwPwPfpbnPie+Unb9tGDFa5wbu3pKmLbDWb275wgPcY7cdvZUf79s8X"
    "HKjaHcGD+KRoEHT4qbRS4Mn0Bu98VW0lN25LxI3zDlLT5p2lqZ77JJ4Xmy2aOQoooiF6Vr"
    "jgep5SNI8qi7PrbdXL1ugmqXyPFDUJux6Z5I3guoVFZetYxKnu9Yg99rOsXxChyPYeGyCC"
    "lGtAFAao5JqgI+imjjaZ7m51UkyA6vPuHRu+MySRTvjvPTKPC7rCqF9XB+Fq1azOkUd8vU"
    "s4Jsn0peD8jUcVzhOAaW3ldcxhESpasmnYnVqvKqery1XVxolq/C6mC84nWNLPzFogqr/e"
    "GK09U5HVjbM+6/juPoOQavGFWC7egR2tVxHDXlLk3LM5n7Cp/3HFZb5O8//5XDTi3Thlhw"
    "LifoZA5MkHYthz6dOgUYM4ilLrsoszk34VyrJ4eQVmoxtO4smJDwScmSoeuae8fDqEv7kR"
    "F/U8stK87flKjy1fkU4UGcWXGN/rhMVYTj/LIIx6m6CC6GH5jeSnPHtpPB79Fct6xcX0ea"
    "+pB8HcdHH96H3g38o8ifMbrsXFyk1cuQQxN97NlOBqz522jQf4K7EdqkM8Mce+S/ZN8YBx"
    "/7HBgHeVV8TSdv5MSJgxMkr+m5Pp6ZWcVB8iUTIdlIIM25mnfCedEBzKUiEbyKfy9O2RwP"
    "3w8TrJnqUlZHyjFCJWSphexiEBP82IwbLh8+RGn2hxxe7xY2HL15++Htx+P3b0PsEH5SBC"
    "DS2GHh0AfTXrp+zeBqRupMYumdLa0wlBdjeLnqEvwQEgB8ETpMiYthyJY9NdnGykwFAze8"
    "hDlllFYNcYuTNUMQokQO76ELjL8H5RGjU/bJbQzZn5iWVZHbCbJmcDt46VhoO0asP/I4eX"
    "c5n+vOiod0O567Z0E4lKcr1EroT9I2JrUGLig2piKun9kE/X7YMxrA53wr/G/cJR9G/Wh3"
    "K80Xq5+5XCd2KD2Lcl1XcF0DS9x6jSKjhM3ZjXwfckjAe7v/5BKMQxfBkiLNhkwce/7D7E"
    "yZEuLOeLeZVl5anP91++kKB6JtTckcuWuEgVgGmuc2MR853lHAjhT/the4bHlmG8LJJTNs"
    "kesVoExYQzPTxZoB6cS4bU6+xySu8vla4Q/Qdpk/Feofe0v3UfUY8DtVj0Eme04FqB3blh"
    "XYmqRTjM3sQFNxrW7HenKYDAXkVSdXI0q2R8D/TDEN28P7yLdayRpxQsXyaiz3TXfwFLvK"
    "yZFBKr0dag/nh1RKi9+dOFdrWXcvflJtEUMr6C1syY2rvm6RqIqGGgD6kNu+BoLKgaGvPh"
    "EdVoI5nQLhcoEaussthC5WrSAL+KmEzyN0i2yVZg/PLdZ2IkqOP2fpghQz2FMibQf/iuT8"
    "xdLR4IVVQTelQBzWpVYBlsV3SQWcECdUOKFSGm1jkpYPgdmNylluPMPxQk2xGl0MOYm1el"
    "bOQMyxIA+rW9+uzxDioG9blLAN7bcueaRond1OIQZ0E2QZJKoEzKwJDinOdqOAGZn0ib7t"
    "5btA+JclNAlme+Vbj4gIDYDvSBUpsowzZZX6KxwvpZMiaoCLdAZQtcNU7TClCzytCyibt6"
    "qWLTM7PTiX07zMT0wNxh9Ecte+E1JVT55aomhCLFAsLsww60k5RtiYuLAfRsYyqTqDINig"
    "lafvrEe0n1Z6wtiF0poPiBrdDn41cP4/rNVN5jw6iysf2DCRjEG9uaM8OgsHsDHN0os2mE"
    "1KrUlpSkpTSsF6pSkpYL8/xTMnMwALOHTZcs45Gm1Jl1irORkBUgH91rDbOT/hZ/wN+9YX"
    "fy2Z+Bvw96h7QrjH4YYNu4Orbh/HwlUHN0ZnNOp9gb9FhEg543K8FsTHEqUgPuZWgviYLA"
    "TxA+a18TwrIQgyxhyrT3xCbGa3ZFUEs6UDiAdWZHA/1x0QoVD+gAy/ldJ36yzZRuhCsY3D"
    "0XgNKccIlb4rm4wl0XfPeUTMUwGDGaPaRXqvX316C9GDREwVi+GLRe+1/Zg9g4fcBZnzQT"
    "yf7pLb2+h7+91TiwIHd/DIncUMJnoP8dCEIPBGRQmqKMGDururV81/nj4Eh8lSFQWogtJU"
    "UJpSQmVBrl3st9ER12AWZo19X4hWY507yvpoGOFkBGA+eh/8/qdiEc/RBG+zE76wb2/Rkn"
    "p7K7Dluv2pyLgv0cJ2V09CUHrt401yT+kCdiPMjNDUn31sI66124hp4QErMSqJbtftX4N0"
    "GTzxOcX8ORu8cq5thoKV12e7aEKh4L1CNrEDUvzMLzMdEkjtmBDHYek638m+UW9L+BZgVE"
    "HfqLdJ/wKgXMt8yKiy+xQ2DqjqYeP9lSYS3cbXtdax+ze6sR4CtwIAOQtDB+6Z/bi5Y2GL"
    "SBo9UlrYBL4K9MuglLaMZ2ttv8ILFl+drKHr/p0T0lTF3ZfjDd4mYD7cv9T1EVqwO0z4IU"
    "uvkkiabuBWvqofQsySaIMj/YEav5v0sZWhCq6/LNQDXRymPcC40oF6qHBhwhE8zyBIKXQv"
    "rDIAVKaFfo82sR1sVYJ6jljYGcULNpuqhDYUCecJ6vdzLin9SCLorvQjFRXXXHYG50qdmL"
    "iAVmrF8/tg+PXzYHjWPeElw7l17YZdDYbXnYvRCcHS1bpVFnHHtNI370sopW+Sd/taJ8Wv"
    "4sKo2jB6o07Rsq3nOHPfvy7B3Pevc5mLX8WZCz/SqdRyMCSQmb08fJC/KRH8DZoR4OYEaP"
    "JteNEOVRlu6OUBEY7+KOJBVE7Y88tQ6R171jv8Li+tLLUj+K5Y64j2iSnleLLH46XjUKze"
    "Hy3ebDJUF7CMP2gLQClWGtYTF5/iZsVviGFO0UBRyvW0q2c9o18omgEea5BuUU28bkopii"
    "UjRWhUMWgVpaX0L1W/QRaGxo6zcvyMkCh2plo4WlVThiIkip1Z7PRv2IyrLL9NdYKwZo/q"
    "BjF1V/2n0bFWQxmKkClNSGlCOZUTloaJrXDM7KoJ62/bhRUTcBz2yTHLVkvA7A3KDOEt4Y"
    "SB2YLPhU0UPwXaBYYtWPb4nhp+wEKoccAbwSTUyM4O2eL8pVNBfH3n9pY/5lWo86z8FJan"
    "SygchiuHPwn/87aqy6YVqwFuGug9E4GKvgBFYQ7bcX8Sgt3YiLWBg8elwBvfMl5eyYtSyR"
    "yg3Aosibrr4WovaSPfo+oXib2vgVCaAk7qyWFPSEWSi2zgnwrdB5odWR4fUHidBSeMRnFs"
    "yRttwNDkzmjGMRVeOSd4GdnzuejJBkea31oOjzgHHgYzE9eew9UQseM/zmy4k0z0wcHCw8"
    "elr7t9Phzvwttbg3q6ad3eEgakDoFhBlyGxKVjh3ptwmyH2x2j0e/YFVH0eXxF8H4O708s"
    "XMSPcj9mHXvLxppB4Ch1B1e9gw8unOIefncV72gwXmb3XU3v6NsytVbe5hdbeZuqtjLjYL"
    "eW2y1Buh9tc5/W7KYrm+lefraTFnK+IzxKI/Nmaq3vPrzD3JXr0TloERj/w3vGO7rwRfn3"
    "4MZAaif+b3G1puXzt9GgnwNkQ4rk3jPHHvkvCeJ0diGl6IWzNC1gvPsKH/scdwtyqFgcSc"
    "4nNhhOkBSHLDreLvx5LQ6NUHa+k9aHYbxp9Rtily0D9iwqn6tbFRW+gEJyde8OoDygadFT"
    "XLciRnRptL6oHDLes7xIMogll849XVEjCJEANSW4HEVcVXgSyykqUPRMe+nWE1WauGGiwh"
    "Mu+BWoOn4idL7wVsHhNzEdibfZQVu40pIyXWXqyoleo+OlY3qrXFNXfEC7MI7NH1rJ1IXF"
    "DZjnrDJcKinDEEjKQ7dQaBvKrpVQfzpeECGwJqWsRqH350VgDuJ/3t7+LGxQaGu4012MTp"
    "uAluBipU1hF0OzGLCLelTURMixHCXj1ELcVxiNluwhGtOfN4xFwzMj91GBSST6yL0FvilL"
    "WaWjSyUeycBkCRKPmlPEswI3lTFXGXOlW7+Ns+b6DrYqxtwIyf72Uqvi/cktuWPLpDwKhF"
    "EPU/dI5NXlM9vysx4QO6vUPSxOJa9AtrK7lLVcWcubHRGVtJevI9WU5VwC8SjLuczSSRr5"
    "/Ou8TdaXoDKiSy81ZURvjqSUET038SG/BnGp8sMVCw8TjzKdeWjRHtvzhc5WGj719haTD1"
    "zqkYntENuZ6sz8S3Sd5EGOmY0h68+kIh8bas/NN5Y9XaSnCYYzwKjnvd975986FydwkRg3"
    "bDD80un3/tG57g36J7ieS+LpmGHtuIRd7TjXrHactKpF91sVHT9JV0sSzTEC70TNN11tPt"
    "E1BxRF06E1GlokqffY2CL8pLGdLVRJnloboQnW5Ap4LIKUeLtKd2YuMkzPpz7x569DaoX9"
    "thOi97HWZThRc0W//tQ/pv+3U+C6ML/SVSZuFd8Uw9aFqYGaUD7QY23g6lz1sHx7m/hbGl"
    "NtbBYWUEYd3v3EsSbXA0e/dl4evXsffO2AYm/PyUJ3eBly17OdrLzdvTxRweCGwmD5wxok"
    "yUppQlSDpKf5huxUFTx3WMHTHdsLmoE4Oo6j5zkuQpIEh/ft5cPnPcdxi+rVP/9V0gyav0"
    "5zjaA1V+rzVqeLr9MyvWXe57eWeZ/qLDMzs4IA8pkbjJf5EGghpuIVCMbwOwA28sr2gMhE"
    "N0DewOQRXpQ4dGxPmYnBtGZJR0AiHKpMNFR+MFTKaqN010PVXWNts/5cmDBdDTHHKRvTvu"
    "aHlDLvNAT4s852TtIqScssaYc+2Pe15BynVFKWWcru0hUl1uoUOEzQNkbS2JsPS3EDH9Eo"
    "xQvjiJZ11PhElszDvrHMh1Mg/InpzMuDqaYvD0kCBHgn4jNLN+etDFtr5Nv2012KxziwQm"
    "VEXq9C5LLFugiHJdv1sWO72PHXCsylGd2pNpppAxup+M1+p8+yKlCM6OBUzC32L823jsps"
    "yWuGXTR19MSZm+bsZzi+zSn7SlepGIxsf9c3f5pGcjTl6IKPHf0xPAKiy8nGLqyYPcvZ3h"
    "mddc67Il10/0d5xMmYcZTHXZD5R3nC51mh0eCakrfgCF1coi8P+q5Mhzi2RQs6DFaboyhR"
    "mX+Py1A1EZTm4Ck61lGo2Tfp07FfAa3UhsXB9353eCLg7g3r9DsXf4yuT2CN69bK9W7Y77"
    "3udxyA7TXL9qyKX79l8ivz0ytT2ZXKolhnCzRC+YjlVkrvbZZFtAfibm48SI3c8Bvi1EgM"
    "fDOX6ZNYNb5Ps+FqcuEqBaCZCsCA0Wu4T6/te5rZ5yL2faESYDNA1TAUoDWMLa0IuMBci7"
    "4E9hBOKJI0GCWLpQNbnPooHq006IxabR5Ht5dHPm0kipUiih7k4iVU7aHD01cUbNoBbAr2"
    "S4qj5fTACLnUquDv3WHv8x9a97LTuwCFjzrmZKVx0/ANG3aR6qozGn0fDM9P0HtCPW2hu+"
    "6j7Rg37LLzpXemXfT6X0/IXJ+aY80y2f0NG3X759rF4Euvr50NzrsnxKXM0Cx7ajLgkEGB"
    "ctDvXQ+GwWPnNjN594d56SzkXfcFV/FaO43XksVjsaNdxQtV+J04TNGHw8Vce8+us7q36M"
    "tQJpUfzKQiUZCWnBrWQUi5ZnyWCs1qjnylteHJItQD8jRLab6T1NJ0bs9zeqn637SLrEsG"
    "H1PaquTXFSCCLF78+lOgxlCD2LBQEPiZrlCpTPgM6yxRhg82yAuYGdYWuVm+fq1/OP45y5"
    "y002eVqKstnqt81vIcYW1lA9qvDcgIT5DSRoCQQmr9tPMSnkgttFDP62mkZQq9wKgCjTRV"
    "7EXwTvP+rFTONU4lNdfRKhAUROF9FdAk4Nd3u/77Nc/jcmRtkRayWRNtIOrJKEIsv6giXp"
    "iGSMl0Nf/aT4vnqXI9EcI9VuoJLunGFuoBzgWwqzrPo5SqPFIFrgeMq2H0SJAqw4fMho/x"
    "jI7r5aTFKZWUZZby3HQxeEKD/2TVMS8WdIq4MbIWWWlxXMH1/LUi7yv/6EDiZX6J/2s3hx"
    "9NWyPKX3WwYpYk/1DYC3MTEKNft5+2KVZOQeTjic3S2796EuIGc22Qhvj85hKJYia2aCJR"
    "Vr9nsPpV5GmMSLE01cDBfqh1d8cI1dWtru7sq/srXf1qWwa/rlIX9/rLwmv7nq60GR9X2h"
    "3oLBkD6RJYpWMM9UK3G8J5rPcK/9A99MvNdPcT/r+rw4euTbCr7opM6CP207WZkXGFb21m"
    "bNU7Ak14rvNY8xMRXY59e7FTL+Bi4Sp8dEzPA1XkbkVGv11guuvtLT7plUN5+yXbWd3eqk"
    "KuTfYPzuysaNZ8k30wXmYr/VZO2V2Y4f1dWwUJR0gOguW7js9eZB0nud3uFpnHiVSN7spz"
    "VjSwO3rz9sPbj8fv34Z968JPitrVpU3pQXHyOCvzmzkG4/ffyrGGhQ1/pBukVQVvLl8Px/"
    "HScTLbmOaLIULSLEmkYMwSC5dirtwj/wCbz27eQGtHrTYpq1M2bU2mVBilwuSoMPBOLKfP"
    "RPhdsQKDo6r0msBtGNmRZGJaMIxPg6qA7je2+8QPT9eDJYm7k29b9FJYFkGUmKm/bGlmmf"
    "SX560zvwvLZgvlxRnIlljrqE3c5XhGeLKSbsF3L4/KncMJy2epbKWCZKUn664ddE/JsMC3"
    "DuvaBgEFGwi3iF/q+y+6eQDSrhp+8u2cvVGeTpsNiWVWglp90AKBEJTnG9Y5u+793j0hcN"
    "SaD/SGDS7OT4htGZg+e90bdnnerBf0QFN1lBSM2UfUjM6mNaNmopTNEbMIpQBlYmp7a1Cx"
    "8RnZCMlLAmBPdW88y0Kv4otC6HqHQ2hp3MqHi0gZvBg/rWGh3xLb0u8p4U5OkR5ze2tgHR"
    "ndWzftjafFvH31S2YSzo6eVBvXihByH9SaQqG2qH6f67v/Zwvfu8U3JWK8VD5PrF6MMHN7"
    "Kw0eATLbW62YU3Oaa7sra7rzAbG84QHCbvfL0dHx8Yej18fvP757++HDu4+vQwNe+qsiS9"
    "5p7wsa82JHTWDdy4fO/ipISSCX/WsCZT3NsJ7CPeN4mj2ZuFkpEUXrOkkpM3vXSpJc6zxS"
    "54AZtaQQp1My2EQGiduj4imfpK0liz0F7uI1zF+UuxbEq5s0rPUy53AG7vApJheXbcn1LD"
    "KzTJbV3y9XTuH4/W2V1w25CkQAdxVmRigUO5Ps1C3qeFW4uSaQlpktRh+JeE88K4B5bmm7"
    "0LaBC8a2wAOrcDhGIy2Tn23FerplZRQ0y/fhhgT79+BmNUzFx1YNa2q59+ZCxKc59P9RPq"
    "OLCisosa7oQy+fH9dX0asaxyJkjckx+iHtn2jyqBi/HSFR0dvF5ZICg1KctZXLJV1Q/f6z"
    "P1Uz2fpkyaTIopKpZBJyvpVhqOWft4vstNzUWNZKO9bhfrOnS1CVmOes1n1ziHjPIEDgV/"
    "2Bkh45pZSRq0cGepOIviX8BcrVStrRo/Znp1VR1LKcfO0i6+nhxYDgSnX5Bid+Zd3K8R6v"
    "X5cJ+Hj9Oj/iA79LYGnTy7pl8gPWQwKZIwekjVjfe+qmZOh3D+Wt7uGnZTP46bCYgFbmtd"
    "06G1yeDi562ElsbM/vbFRf4fq87nYuukOsB38CBw1F6wfWgr9h153Ti652/u3yCpYDvqtm"
    "LOeLG3bZ+ztGzczNP+vFzGw/2UDcY5qRGdiEOmP2FkmQFemMzdsxBTxGHTBpzDPqdZyO0j"
    "UnGuWHVLoBQtctyZQgVYKWWtCLR2zjkdn1rMjDFyM7GOPxnt110ZetAI4TZPuDEa1n0O92"
    "A5BRJRxbuutmuUvzTfxJOjks/fi851C9d2LNb2IFxkMoeznR7xxzzBlTme1xWlX6shrnXc"
    "pcE9MNqjM+Rqr4Xo3vkUSOalyPECqeV1zrC32uBfdjxbUeJVV8r8b3uW496k6NEyZCqHhe"
    "ca2vzWM1VnucWPG+Iu+Xd+ELahOH1rlbs6ZQcqggB1i7trbQvYzg4XzlNkZ0CM6Ifeu2gE"
    "7Ql1/LdJekbUxgVIvXiyZ+3qDrl18Wjn2MHjAc/XHz8LXGGfd0D37r3bKqgSlBpnZhuV1Y"
    "IXUzHn+VYYM69ck+fx1SS8+RxOHGXiVONAP0rXFW+HhVNg39qQ6JVbsOLuNLKyfALFh2xU"
    "FmWrjIn440GzAq6mPwNF2kjpSawfCW0a+dl0fv3gdlwHgeFS82hQUz+Uf4num4sm1OnJma"
    "a/kBd35tEtVqrxFBYIdcfWYr+sCOCstkB9/lY5LtBt/Jy++d6ASu+VeWBlyUz+xTqBzaTR"
    "y8+VFi2VxvQmRYzSi87cdxGaZu+VCutP92TSKH67ZOkpa0rtsfoFbY8Fu/3+t/OQlKut+w"
    "c1DdTwgmk8G/v11d9M5A8YcPlguLu0R55bBh5+zarx0m7Cs37NculhabBau04m76pcRm+i"
    "V3L/2S3Eq8ekUti1GcUsV6SW0OmpjMdGe15JwgbYxh8IeUc1WbewPM7VgSzqF+Ehgo8Y+6"
    "2yb6nQu/waOf+IS86jTeLobuGMRki2XJWh37RuPYl6QKagnGbwRZ9iam1VpIpssvOD+Bb6"
    "6799Qgrj5fWGVh+74hzL+XuqMzgGZZcSG5ylKCStpw2JZI6kcheABFsEifKNOMbpJ7uqhW"
    "22ZrlRYi7NNCla68qppJLq0MJA9J5ubaahbJCIlKti9Otg9MxHHW1kq2by5Ln0y0jyyoWK"
    "L9EIDRsHd2XZRpH0nzWlchre8zCqudHgirE1qffwlsxqPf1ufvSMx4SAzbtXdtsEA2ibfN"
    "dLGtB7Sf9LPZwdjyTe+ERQKNUoCedUZgAnfp0BNsVocHG7rAOJbz0OYBoHtiTuF7N4i1wL"
    "51hILQjMzOd1ucXpVvUJ676AF/8CnYvuEwNBvesO6wM+qe8E1Ushz6ThsQPBtYbI7tqEJb"
    "XXd5h9qZhu1aMtMSCjzSadqanuk9llzVDYNfAJ4tFjQ2M/dMy+8k5nKb+sZWgt31RaGLKp"
    "69YPwBJGvupj9QvJ5fNQtAQKGU/npKv2d7ulWN5SGJ4nk9nnM4mhmXW5h2H6GSlvMt0UrD"
    "9fyGG/xAx0ralm2jBdibOfZyOqtkbNyzdHwtpIqVPkKiYgu2bpgXmq2d0esi360VpZEZ6E"
    "sbNqYajNUSRdPcxSos4HDlXCEnZdeWzjD3IsfQGc3NeMLOGcsIKWPmnNjOnDo8gD8a/y9a"
    "c/ImH9SBFycgdpvozEZLYJY9s9Y88hkuD6/yaV3tdXvVTvMNlcqnqnyqsvpUn7l4eYbvMO"
    "N2yPYw5t8R0YiQmJOzzFXhE6zbRP7kEoOO4SkibEafC4V2itXHme2nGrd5/AwR9lfi2n5c"
    "DajBHtwXD9TBnotkrDNx3pte1u2yr0c/24UUa08ZqafPo4hVg8qmWrXyrz4h2EoCCEnkTz"
    "1qB3sivkllNmz5yCclkfwWcSGB/PKoxPgtdooLeiOVhdNrioMwS8Uh9fFRCUR9fJQLqPGr"
    "hK+tjkN0U0eobEx+Bh+nMv/VkUYjzEKqv9a+1FPVX6usiippf61L3bRaGUop/7xdpIbOYU"
    "RZtZMRisMxGMZmlCxAa7PZJ66YeaDmkLm+IsBBD/hHLJPdiyaNiDoBhYLOZ/KQGXHrtfl3"
    "goEGTDdGgGqZoAlmBmnu9dEVdcTIRbKJdojHXWRWfcxL1/uLbUvPUFGiUkaJxmVdVgpxKu"
    "kjFVth/uOC2gtMj5zZZOZbifzfUk452k4o49KlTkWOR0jkZzfq/PjCyGeXivPTb0sIRyEG"
    "F3OzwJL5RUTvKD85ibd0GI6b7FMYBx8n/Xt32Pv8h9a97PQuTgjvAbDSuExu2Kj3pa99u9"
    "IQRmtf+4Pv/WAc9obUlgsNc1M1XggsoBl28UlXndHo+2DIqza41NMWuus+2o5xw4JvtH63"
    "e45lHYKvNEapQaMjQEz9L7Eh45nOpjjmsvOld6Zd9PpfT+CKnZpjDZfIDbsYfOn1tbPBef"
    "eEWPbUxD4rBoXxnzv+p/OJHvms28fOW+fiY8qQ94b45rw3inxlmK7/3bB7NgCe/cGnG2ln"
    "w27Hr04xtoF7Kz65q/n3YmK89m2UGqvBXoBxo+5o1Bv0tdH14KLbBw6La1RzPdui7IZ1zs"
    "4G3/rX2nn3ossfGJyyPl5Avg2v+92h1rkShTRgNmSd48E60wBo8ZIaMGXmSA3es9v7XXA7"
    "RaLBG1MAIvAU7GB2PdKGnR7/KaKDuybat/vfAu++dLH3Gf9SEwW/bthp5+zr597FhSaqfi"
    "DABNRqaaL8R/gtMODqCqcOBwALFguc/XwAq4+/Ki6Pyx5wDMuJiP57mjDoa3MTGCeKi/DR"
    "FwN8FX+MZeOb+Gv+ctDvXQ+G3fPE6p/bDE30gGr8Nd3r/9679hlqsgfT8/l42cVivut1Oq"
    "fzO2DcepXCOhp2f/vWG3YvuyC72Gpz6L+XpkPnABHiKy9KEV+FUZL1iuxc9bSv3T/WS1Ff"
    "mNo9Xa3XoD9ipI2+ja66/fPIICzV7C54jlBqbf8+6J1nLO0H2+SjR9+urgYgbXxfLm53uV"
    "jYIHB8Tb/E2/Pbv+DlzYVJs1o05Qe/xYhkPr6ljX6bw/EFKmEmjsnne5xKZsZzFHMpXvdl"
    "7xzhC1a6XAUa24ronkfnC4+8GH4+I++Oj8SilU9SfvZLFTFFSGSWkbSbAw0CeIbXsc2naa"
    "VOVlImemWif2YTvYvbpUZxtjWZisyVWb4TwOj14q+jhErGsst4mdWCKR+kREhkLs2GONKl"
    "DkDGn7DzhrsAIVJR9MteeiSS6ysPfJQkLr4XquKtDBdT5Nt2kaNprdCXdzetaQgPVQ+MMZ"
    "94SGBWQXzPvqcMJawzw55zGwt3/HA7Q6ZfaRfPyCy9HzfXc5MHWgZUDX7lozks5FrB7M93"
    "QZXbJiRQCnENhXh96KRYnh8IGCM6CLYn0mvelaoO8a6gPMS7VH0Ix86KqCnnzwpoZeZ1a/"
    "C93x2eEPsR3uaGdfqdiz+4K4Lp1orb/nvd7zjgwaSP1Kljo95yHaC8Hir5Cz+3g0rzU8re"
    "l1ny7/NX/PvUgucwihc3rQRSYlTyX49cjeAvDbzm3vWNtYUKt6UypNW6SZumhNM/FyZMV0"
    "PMcUolZunELIlGf2E+0C7Cuo4fdpWV7Z4c0y7MeIfRwo2v+SpPeS0fa28++AFKgfZNJg6o"
    "1jpW5JzqzPyLK+igc2O+oOuR5cKydYO8cBd0TG6Wr1/rH47a5HPnN/Lm50wtfxfP2J+Wr3"
    "IB8bt95AIqLX9XWr5SO3ekdkp6p1xgJbES98qFX3Gsyt2iYZmykhfMNSB2RDs8Yf2Jsx6H"
    "ZFwUbvpK2dqsGxRIke2sqmQf5k/C/7xtmB34wMPG93w1ZDf9bHTHz6qIZ2s53uK4qWUfSJ"
    "AqzVFpjjmJhkHMNr/Cs+73xIjCmz0RAV5aZeQly8La3LwSDZ6xbRJOKNL60FvLLdS8QwOs"
    "iInpzLHymYf1YsRt/AJmN6fM1/COM9XHnT9POYyVw1ipkiXwwrOhr8Nkp/K/K//7wRhCop"
    "zmKWZmLSycIFUBq7JBYeUS/SHELInGcz1zbM+z6BnCMg7NUypPckihzuP5g7WxGF3BjMmW"
    "mPeK+seMaxqoh+CCJJY5BxUDrgis9aeTR1hx9mObuHCngPYBqoduWdjMbgzqC82xZm5r8l"
    "TdzttbnEbj07ivwsqcq9tbIuygOO/ot4t8Rci/+8STNb8Op/KnNcGfVhHrHDDK2V4R7zV3"
    "Yzui4v2XpN3PDbjPHdD0CzAqaTyTK9jJg+HKTu6fUZKACR7za4lmxSNP57XjMjJqkoMKAY"
    "UZGY7b2R9fClFEaX9yib8w4A9RI42XDYaj/U53g+wptGU+cuMmohe0e37iFdkc+zEbV2z3"
    "ERlVwTH3pqAcOMAPylNz4thjF211R3P4oRsDi+1YVt/sdjMeH314H+5D/KNoC44uOxcXT2"
    "OF2EKuaLtOkypbXwIsrHdeNUAcp5P5RmnBHHZ4BNhLzzUNGjth4MyZYMMBXgKtdOvW56mC"
    "7q5cj861tR+kip02k1jm/Fxely5yFYytJfwC5xOfCxutO1iqDs95/l4bA8BdmHcRJltmVm"
    "PY/BalEZJaW0sy2+K2YxomtmVQR5vrTkb/nIKk9DiZzAuf2yF59jEsBVGf8dHmjVX8Yo0Y"
    "NnZHDWzd4G8KOVe/KMemhcHi5W+YJKW8TWPFm7qiew2KZn05AtYE8RgVGzzs+U7x319zTT"
    "/xsKqQIqTySikhGHHli/Z3zOYtbnEv8d/DFQ3D4YUPZROcJDrriI6XAKlWZ5xhrQyFNTGi"
    "XaStuv5Yv3pj6Y5XvrhE2ygAd3i+r9EChtswG/tLUXYSVQJBltMpddw2aJMLE5XJDFSY1e"
    "Zqp8/L0WIz5uFKLddun0WjVYbyvRnKcwsg51jKG1D0uK6pvFQ8QEE4QCoawC+kWNGoEKeS"
    "354Q6FCdqx6669phQVneB6EtioHbznPUWn9G28PTMH4Lhw2HHBPTcT1uqeS3RoAH4XBXyC"
    "K3awk1zuCPLFQR+bYQUcxFeTleNLksmsCtsM7ToWIKvk14gwKdLJYOLGkadE02Xb6zeEWo"
    "B90y0ShNP/klnwiAAR13HPxT1IzIAhT7eGSJMOJoNKR4oIonlsleq+KJVTxxc9kZHCmZQP"
    "bpykcRcplxbYu3v/A7X9ww0W7ghIjuAiXv+ucodVRU7zq32JHqRVm60LUUFZAbJIfGReGo"
    "yjw/hJixU1CdJFpXJQ1IK19JVN6hb5LJU3pj37eL1N54t6Cyii+2bLLoyyV62G3Dt1Q4dG"
    "HpY4oqJTZuIi5MzQyYZAzKZjUtd+vzV1NpfRSjNFqJtAOl0SqNtrnsfP6ysVL5ZrZfOFZl"
    "8B0s5lKY+rDlKwmmHokWrllwOviqEEm7QSf1khiam/0IBhYRgz6YY5rdKgTBGkDfCTB5Vr"
    "kvyY4eUrGzfS7OVu3oFS5XuFzh8udjp3/maXV8HWla5fNo1/R5wMH/YNpLV9tEIAWTqK6r"
    "NQXj2F5NvSpOqfQq6XB31jlY3zWVPYMSu9RiN/GsnGNikEOz4rZt26I6y4HLSdrkGQvEhy"
    "Xe08HgIibZ014yoenb5Wl3+OINFykMMnlqfkYGDUhlhvB+XPNwzaJvzl5rPcLLcx10obvu"
    "o+0YPIHG0l1vXe40qc0e/m5UNswfQsy4zDVM+akh6CStErXUoqasXiH1KJ0yWEsuYYBBup"
    "uVklJQjDVGJXFeeU3/3vFRCf/e8VGufw+/yrB76cCTjL2Un8Afp9qfI7X1DJbanWTjR5rZ"
    "l+V5hERehvNMq7Flwsr4ySWMegBC70nk1eUQhSSusSvd8UBmncXCQo0jx0uWMapd5DBbiP"
    "Gaviao0O1vTUQ8m9zRsT2nmP4kJv0UDMDCoDP9gWLKftCwL9aLL6fR33an33I+tfJhVdqO"
    "G/iweDKmxv+qcATGqQ4ifmffFw9XdKryPUak2F63tUAVlqtODpuwezGzs+p85bM7JFDsrl"
    "VZzbMqsTskUOyuU8rLni90tqp8jCfpFPM3YH7F1ohJMpkLdZY3Tmy5nGDAJMtkleoJJunU"
    "wq5zZzp0Qh2aWXmu4OKMUSnG1zlRlHvqUC3aktiZRqZHR9TzgNWCgck47Oj37cJgbBipud"
    "GhpQrZi7xDLBGPUdGL5Z1ljkkwTcywc/zzJ0J5VayJpU+Jv6JcNBbx+bOr2G95flV4XqbC"
    "89iPdbnQRP2OqtE0aeI9htOEnzQ2nobnOdRkfYpWcb4C5+HXmQ+msdQtbaMNUDiPkkgFid"
    "jOVGfmX34nl01k8sRMSioVpBJ4uzYSSP4kShYVZOEtHXZPVzWFkEGtuF+D+xyjZ3b2KzDI"
    "ZtDKG2UgrSpv6Wy61Kc5FfbynGtrmj2ynLJdMX3rxfMk0aIv9HuKDd9M1zPHrQw1Oj6gXa"
    "RHWzCUd4PjY0vnNk8t+063SEiYUG3bZB3tPV8ssY/CxLHnPCIcn5iVybzplBnF8l1UxF2i"
    "O7S48xs+c7tF8uG5OV6R/P0XpdnO/nveevk7CRjM185zGsp8tmw911qf3UhmgiSHZaQ8H3"
    "w7veiSq2H3rDfqDfpxqyT/Mn6rD7udi+S1DrusTkh7lE6ZhpVpOPtSO4VZJqZlZd1n4XeF"
    "V9mdP6qCOXiue+MZCFe0MWf0kYiANm9F9KmO3SKFjdbjg0xsRIMXzx2d2HCn+P1HYQBGwG"
    "WU59j+I2pfcnhNhhecKXqGPeKrYZsjThOwb/MCIFuq+oFnT+QZAdvwIaqYyMEFYqpiIjuo"
    "fhHdM5XWdoxMsTXB1js8OKkLx6OnZwRT5nrYUnTS9sZ7tsibgEVGZtzkk5w1sqMnFWNbuk"
    "UdLyPPJ5elawLFzFR8mIqUOVR1KNZV2GSmO6sl5wSpyvGVTc6SqL09H2q1MtTe8Lt2kdrr"
    "gzWzfHH3QJtca6JB+9Igw21uM9QTXfICiM0pC62wWYbbTabbwGgbaq+lDLdJHTXoi4kupm"
    "QZ+JjaGRvYVmqnUjuV2vmUfpTfpPbp3l5NaFjb6l52ehcnojvjDTsfwJ/9E2LY8DdLnpB7"
    "8k3G+J/lcy/oEbxvN3sNjnNWY9sP7EzbeQmPp9YGDD96V6p58LuC7sHvUiXqxetUPEpiRB"
    "ucJM2BhxUOErjYx7M0N4taAYcku9JaD7XnuNJuldazb62nyzdrgerTDXbzk/rPSgt3fuVU"
    "EK6vcETnkvFMRx8c8Zuk+6rLWrtB31lcjXn76pcMvWj7j8jTlbB2/xY1JZVg8mwJJg+6tc"
    "ywehdddyHJIeXx/jit7TvUMbNPQP+bwqNPX4956sjLF8GWj4CNd7+/keWNa9uKL6HgEKBO"
    "0IumrAIXIZFZiasZOnj07l0pXe1dga72Lqmr4aaqwGF/+AFy983r1yW4C6Nyucu/S9ZPYF"
    "5mJce/jQb9vGDMkCSpN5hjj/yXIIBpILcLmIvMiCkLqcj/ZJB/QgvACZ69iuD//j8J1o3T"
)
