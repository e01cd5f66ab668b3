export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReferenceAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetErrorCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetErrorPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/knowledge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetKnowledgePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hook/{partner}/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReceivePartnerMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/apiClient/accessToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateApiClientAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/fulfillment/{partner}/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiveBuyerByLink"];
        put?: never;
        post: operations["ReceiveBuyer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListOrganizations"];
        put?: never;
        post: operations["CreateOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateOrganization"];
        trace?: never;
    };
    "/org/{orgId}/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUsers"];
        put?: never;
        post: operations["InviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/user/{userId}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReinviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["RemoveUser"];
        options?: never;
        head?: never;
        patch: operations["UpdateUser"];
        trace?: never;
    };
    "/org/{orgId}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryRoles"];
        put?: never;
        post: operations["CreateRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/role/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetRole"];
        put?: never;
        post?: never;
        delete: operations["DeleteRole"];
        options?: never;
        head?: never;
        patch: operations["UpdateRole"];
        trace?: never;
    };
    "/org/{orgId}/auditingEvent/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryAuditingEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/apiClient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListApiClients"];
        put?: never;
        post: operations["CreateApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/apiClient/{apiClientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetApiClient"];
        put?: never;
        post?: never;
        delete: operations["DeleteApiClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetBranding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateBranding"];
        trace?: never;
    };
    "/org/{orgId}/branding/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PreviewBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/onboarding/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateOnboardingInfo"];
        trace?: never;
    };
    "/org/{orgId}/onboarding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOnboardingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/services-and-quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetServicesAndQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListIntegrations"];
        put?: never;
        post: operations["ConnectIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/integration/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetIntegration"];
        put?: never;
        post?: never;
        delete: operations["DisconnectIntegration"];
        options?: never;
        head?: never;
        patch: operations["UpdateIntegration"];
        trace?: never;
    };
    "/org/{orgId}/integration/{integrationId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["VerifyIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/oauthApp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryOAuthApps"];
        put?: never;
        post: operations["CreateOAuthApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/oauthApp/{oauthAppId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOAuthApp"];
        put?: never;
        post?: never;
        delete: operations["DeleteOAuthApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/oauthApp/{oauthAppId}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RotateOAuthAppSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/draftProduct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateOrUpdateDraftProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/partner/{partner}/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListProductsByPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListProducts"];
        put?: never;
        post: operations["CreateProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/product/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/product/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetProduct"];
        put?: never;
        post?: never;
        delete: operations["DeleteProduct"];
        options?: never;
        head?: never;
        patch: operations["UpdateProduct"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/dimension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListProductMeteringDimensions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/fulfillmentUrl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProductFulfillmentUrl"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/metaInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProductMetaInfo"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProductPrice"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProductPricing"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["PublishProduct"];
        trace?: never;
    };
    "/org/{orgId}/product/{productId}/targeting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProductTargeting"];
        trace?: never;
    };
    "/org/{orgId}/buyer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListBuyers"];
        put?: never;
        post: operations["CreateBuyer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/buyer/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryBuyers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/buyer/{buyerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetBuyer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateBuyer"];
        trace?: never;
    };
    "/org/{orgId}/buyer/{buyerId}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListBuyerWallets"];
        put?: never;
        post: operations["CreateCreditWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/buyer/{buyerId}/wallet/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteBuyerWallet"];
        options?: never;
        head?: never;
        patch: operations["UpdateCreditWallet"];
        trace?: never;
    };
    "/org/{orgId}/buyer/{buyerId}/wallet/{walletId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["CloseCreditWallet"];
        trace?: never;
    };
    "/org/{orgId}/buyer/{buyerId}/wallet/{walletId}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["SetBuyerDefaultWallet"];
        trace?: never;
    };
    "/org/{orgId}/contact/{contactId}/buyer/{buyerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AddContactToBuyer"];
        delete: operations["RemoveContactFromBuyer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListContactsByOrganization"];
        put?: never;
        post: operations["CreateContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/contact/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BatchCreateContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/contact/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/contact/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateContact"];
        trace?: never;
    };
    "/org/{orgId}/contact/{contactId}/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateContactTags"];
        trace?: never;
    };
    "/org/{orgId}/draftOffer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateOrUpdateDraftOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListOffers"];
        put?: never;
        post: operations["CreateOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOffer"];
        put?: never;
        post?: never;
        delete: operations["DeleteOffer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CancelOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/extendExpiryDate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExtendPrivateOfferExpiryDate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateOfferPrice"];
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SyncOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offerExternalId/{offerExternalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOfferByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/metaInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateOfferMetaInfo"];
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/notifyContacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SendOfferNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/eula": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOfferEula"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offer/{offerId}/resellerEula": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOfferResellerEula"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offerSet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListOfferSets"];
        put?: never;
        post: operations["CreateOfferSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/offerSet/{offerSetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOfferSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/contact/{contactId}/offer/{offerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AddContactToOffer"];
        delete: operations["RemoveContactFromOffer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListEntitlements"];
        put?: never;
        post: operations["CreateEntitlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryEntitlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetEntitlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/entitlementTerm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListEntitlementTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetEntitlementTerm"];
        put?: never;
        post?: never;
        delete: operations["DeleteEntitlementTerm"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApproveEntitlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/entitlementName": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateEntitlementName"];
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/endNotice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateEntitlementEndNotice"];
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/metaInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateEntitlementMetaInfo"];
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/addCredit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AddEntitlementCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/divideCommit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DivideEntitlementCommit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/addon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApplyAddonToEntitlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/priceModel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateEntitlementPriceModel"];
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetEntitlementPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListEntitlementCancellationRequests"];
        put?: never;
        post: operations["CancelEntitlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/cancel/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WithdrawEntitlementCancellationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/scheduleCancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ScheduleEntitlementCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/unscheduleCancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UnscheduleEntitlementCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/seat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateEntitlementSeat"];
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/renewal/draftOffer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetEntitlementRenewalDraftOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/renewal/adjustUplift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdjustEntitlementRenewalUplift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/renewal/optOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OptOutEntitlementRenewal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice/{invoiceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice/{invoiceId}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FinalizeInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice/{invoiceId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CancelInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice/{invoiceId}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RetryInvoicePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/invoice/{invoiceId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SettleInvoicePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/batchCreateUsageRecordGroups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BatchReportUsageRecordGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/batchValidateUsageRecordGroups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BatchValidateUsageRecordGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/usageRecordGroup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReportUsageRecordGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordGroup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUsageRecordGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordGroup/{usageRecordGroupId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RetryUsageRecordGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordGroup/{usageRecordGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteUsageRecordGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordReport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUsageRecordReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordReport/{usageRecordReportId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SettleUsageRecordReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/billableMetric": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListBillableMetrics"];
        put?: never;
        post: operations["CreateBillableMetric"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/billableMetric/{billableMetricId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetBillableMetric"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateBillableMetric"];
        trace?: never;
    };
    "/org/{orgId}/partner/{partner}/usageMeteringDailyRecord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUsageMeteringDailyRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/billing/pricePreview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PreviewPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageBalance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetUsageBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageDrift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUsageDrifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/entitlement/{entitlementId}/usageReceipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetUsageReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/silentMeter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListSilentMeters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordGroup/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AggregateUsageRecordGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageRecordReport/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AggregateUsageRecordReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/usageMeteringConfigInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetUsageMeteringConfigInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateUsageMeteringConfigInfo"];
        trace?: never;
    };
    "/org/{orgId}/usageRecordGroup/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UploadUsageRecordGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenueConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/connection/{partner}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetRevenueConnectionHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/connection/{partner}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BackfillRevenueConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/dailyRevenueRecord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListDailyRevenueRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/partner/{partner}/revenueRecord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenueRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/partner/{partner}/revenueRecordDetail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenueRecordDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenueRecord/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["QueryRevenueRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenueRecord/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AggregateRevenueRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenueReport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetRevenueReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUnifiedRevenueRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/record/{partner}/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetUnifiedRevenueRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/record/{partner}/{recordId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListUnifiedRevenueRecordEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/records/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SummarizeUnifiedRevenueRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/dashboard/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetRevenueDashboardSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/dashboard/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetRevenueMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/dashboard/metrics/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ExplainRevenueMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/exchangeRate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListExchangeRates"];
        put: operations["ReplaceExchangeRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/difference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenueDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenuePayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/revenue/payout/{partner}/{payout}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListRevenuePayoutRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/metric": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetCosellMetric"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner/AWS/searchPartner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SearchAwsPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner/AZURE/microsoftSolutions/lookup/{searchTerm}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LookupMicrosoftSolutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner/AZURE/thirdPartySolutions/lookup/{searchTerm}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LookupThirdPartySolutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/mapping/{crm}/{partner}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetCosellMapping"];
        put: operations["ReplaceCosellMapping"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner_contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListCosellPartnerContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/batchPreview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BatchPreviewReferrals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListReferrals"];
        put?: never;
        post: operations["CreateReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/batchCreate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BatchCreateReferrals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/predict-quality-score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PredictReferralQualityScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ValidateReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReferral"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateReferral"];
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateReferralPartner"];
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SyncReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/syncEvent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListReferralSyncEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/commission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["AdvanceReferralCommission"];
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/commission-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ProposeReferralCommissionUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner/AZURE/referral/{referralId}/invitePartner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["InvitePartnerToReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/{referralId}/handOff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReferralHandOff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/partner/GCP/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ImportCosellHandOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListInvitations"];
        put?: never;
        post: operations["CreateInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/invitation/{invitationId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AcceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/invitation/{invitationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CancelInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/invitation/{invitationId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeclineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/invitation/{invitationId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ResendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/invitation/generate-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GenerateInvitationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListPartnerInvitations"];
        put?: never;
        post: operations["InvitePartnerContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListPartnerRelationships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetPartnerRelationship"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdatePartnerRelationship"];
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListPartnerContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListPartnerCommissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/commissions/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetPartnerCommissionStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/cosell/referral/onBehalf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateReferralOnBehalf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/invitation/linkable-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListLinkableFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListPartnerFiles"];
        put?: never;
        post: operations["UploadPartnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/file/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetPartnerFile"];
        put?: never;
        post?: never;
        delete: operations["DeletePartnerFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/file/{fileId}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SharePartnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/file/{fileId}/unshare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UnsharePartnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/file/{fileId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DownloadPartnerFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListSharedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/prm/partner/{partnerId}/file/{fileId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DownloadSharedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationConfigInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetNotificationConfigInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateNotificationConfigInfo"];
        trace?: never;
    };
    "/org/{orgId}/notificationConfigInfo/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PreviewNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationConfigInfo/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TestNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationEvent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListNotificationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationEvent/{entityType}/{entityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListNotificationEventsByEntity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListNotificationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/notificationMessage/{notificationMessageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetNotificationMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListWebhooks"];
        put?: never;
        post: operations["CreateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetWebhook"];
        put?: never;
        post?: never;
        delete: operations["DeleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["UpdateWebhook"];
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/delivery/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/delivery/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ResendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/webhook/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReplayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/v2/operation/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ListOperationsV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/v2/operation/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetOperationV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/v2/operation/{operationId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListOperationHistoryV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SearchKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/support/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListSupportTickets"];
        put?: never;
        post: operations["CreateSupportTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetSupportTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateSupportTicket"];
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateSupportTicketStatus"];
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["CloseSupportTicket"];
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["ReopenSupportTicket"];
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListSupportTicketComments"];
        put?: never;
        post: operations["CreateSupportTicketComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/attachment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListSupportTicketAttachments"];
        put?: never;
        post: operations["CreateSupportTicketAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/{orgId}/support/ticket/{ticketId}/attachment/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DownloadSupportTicketAttachment"];
        put?: never;
        post?: never;
        delete: operations["DeleteSupportTicketAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReceiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddEntitlementCreditInput: {
            creditAmountIncrement: number;
            entitlementID?: string | null;
            entitlementTermID?: string | null;
            organizationID?: string | null;
        };
        AddEntitlementCreditResponse: {
            creditAmountIncrement: number;
            entitlementID: string;
            entitlementTermID: string;
            newCreditAmount: number;
            organizationID: string;
        };
        AdjustEntitlementRenewalUpliftInput: {
            upliftPercentage: number;
        };
        AdvanceCommissionInput: {
            action: "ADVANCE" | "VOID" | "ACCEPT_UPDATE" | "REJECT_UPDATE" | "WITHDRAW_UPDATE" | "CLAWBACK";
            note?: string;
            invoiceNumber?: string;
            paidTime?: string;
        };
        AdyenBuyer: {
            settings?: {
                [key: string]: unknown;
            };
            shopperId?: string;
        } & {
            [key: string]: unknown;
        };
        AggregateRevenueRecordsInput: {
            q?: string | null;
            startDate?: (string | "") | null;
            endDate?: (string | "") | null;
            partner?: ("AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN") | null;
        };
        AggregatedMeteringUsageRecord: {
            amount?: number;
            billableMetricAggregationType?: "COUNT" | "UNIQUE_COUNT" | "SUM" | "MAX" | "LAST";
            billableMetricInfo?: {
                [key: string]: unknown;
            };
            groupBysExpression?: string;
            key?: string;
            name?: string;
            quantity?: number;
            uniqueCountAggregationResult?: components["schemas"]["UniqueCountAggregationResult"];
        };
        AlibabaMarketplaceProduct: {
            AuditFailMsg?: string;
            AuditStatus?: string;
            AuditTime?: number;
            Code?: string;
            Description?: string;
            FrontCategoryId?: number;
            GmtCreated?: number;
            GmtModified?: number;
            Name?: string;
            PicUrl?: string;
            ProductExtras?: components["schemas"]["AlibabaMarketplaceProductExtras"];
            ProductSkus?: components["schemas"]["AlibabaMarketplaceProductSkus"];
            RequestId?: string;
            Score?: number;
            ShopInfo?: components["schemas"]["AlibabaMarketplaceProductShopInfo"];
            ShortDescription?: string;
            Status?: string;
            SupplierPk?: number;
            Type?: string;
            UseCount?: number;
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductExtra: {
            Key?: string;
            Label?: string;
            Order?: number;
            Type?: string;
            Values?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductExtras: {
            ProductExtra?: components["schemas"]["AlibabaMarketplaceProductExtra"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductShopInfo: {
            Emails?: string;
            Id?: number;
            Name?: string;
            Telephones?: components["schemas"]["AlibabaMarketplaceProductShopInfoTelephones"];
            WangWangs?: components["schemas"]["AlibabaMarketplaceProductShopInfoWangWangs"];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductShopInfoTelephones: {
            Telephone?: string[];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductShopInfoWangWang: {
            Remark?: string;
            UserName?: string;
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductShopInfoWangWangs: {
            WangWang?: components["schemas"]["AlibabaMarketplaceProductShopInfoWangWang"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSku: {
            ChargeType?: string;
            Code?: string;
            Constraints?: string;
            Hidden?: boolean;
            Modules?: components["schemas"]["AlibabaMarketplaceProductSkuModules"];
            Name?: string;
            OrderPeriods?: components["schemas"]["AlibabaMarketplaceProductSkuOrderPeriods"];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModule: {
            Code?: string;
            Id?: string;
            Name?: string;
            Properties?: components["schemas"]["AlibabaMarketplaceProductSkuModuleProperties"];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModuleProperties: {
            Property?: components["schemas"]["AlibabaMarketplaceProductSkuModuleProperty"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModuleProperty: {
            DisplayUnit?: string;
            Key?: string;
            Name?: string;
            PropertyValues?: components["schemas"]["AlibabaMarketplaceProductSkuModulePropertyValues"];
            showType?: string;
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModulePropertyValue: {
            DisplayName?: string;
            Max?: string;
            Min?: string;
            Remark?: string;
            Step?: string;
            Type?: string;
            Value?: string;
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModulePropertyValues: {
            PropertyValue?: components["schemas"]["AlibabaMarketplaceProductSkuModulePropertyValue"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuModules: {
            Module?: components["schemas"]["AlibabaMarketplaceProductSkuModule"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuOrderPeriod: {
            Name?: string;
            PeriodType?: string;
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkuOrderPeriods: {
            OrderPeriod?: components["schemas"]["AlibabaMarketplaceProductSkuOrderPeriod"][];
        } & {
            [key: string]: unknown;
        };
        AlibabaMarketplaceProductSkus: {
            ProductSku?: components["schemas"]["AlibabaMarketplaceProductSku"][];
        } & {
            [key: string]: unknown;
        };
        AmountsOfCurrency: {
            currency: string;
            grossAmount: number;
            invoicedAmount: number;
            collectableAmount: number;
            disbursedAmount: number;
        };
        ApprovalInfo: {
            approvalStatus?: "Submitted" | "Approved" | "Declined" | "Action Required";
            requestDate?: string;
            decisionDate?: string;
            message?: string;
        };
        ApprovalInfoInput: {
            approvalStatus?: "Submitted" | "Approved" | "Declined" | "Action Required";
            requestDate?: string;
            decisionDate?: string;
            message?: string;
        };
        AuditingEvent: {
            id: string;
            organizationID: string;
            eventType: "AWS_MARKETPLACE" | "AWS_CHINA_MARKETPLACE" | "AWS_EVENT_BRIDGE" | "AWS_ACE_EVENT_BRIDGE" | "AZURE_MARKETPLACE" | "GCP_MARKETPLACE" | "GCP_MARKETPLACE_CHROME" | "ALIBABA_MARKETPLACE" | "STRIPE_MARKETPLACE" | "ADYEN_MARKETPLACE" | "HUBSPOT_MARKETPLACE" | "ACTIVITY";
            status: "AUDITED" | "PENDING" | "FAILED" | "DONE";
            creationTime: string;
            lastUpdateTime: string;
            activity?: {
                actor: {
                    type: string;
                    id: string;
                    name: string;
                };
                operationId?: string;
                action: string;
                entityType: string;
                entityId: string;
                requestId: string;
                sourceIp?: string;
                changes: {
                    path: string;
                    before?: unknown;
                    after?: unknown;
                }[];
            };
            message?: {
                id: string;
                integrationId: string;
                partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                type: string;
                partnerMessageId: string;
                partnerRequestId?: string;
                body?: {
                    [key: string]: unknown;
                };
                error?: {
                    code: string;
                    message: string;
                };
            };
        };
        AuditingEventPage: {
            data: components["schemas"]["AuditingEvent"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        AwsAccountIdentifier: {
            awsAccountID?: string;
            awsCustomerID?: string;
            dataFeedAccountID?: string;
        } & {
            [key: string]: unknown;
        };
        AwsChannelPartner: {
            id?: string;
            name?: string;
            accountId?: string;
        } & {
            [key: string]: unknown;
        };
        AwsEntitlement: {
            customerIdentifier?: string;
            dimension?: string;
            expirationDate?: string;
            productCode?: string;
            value?: components["schemas"]["AwsEntitlementValue"];
        } & {
            [key: string]: unknown;
        };
        AwsEntitlementValue: {
            booleanValue?: boolean;
            doubleValue?: number;
            integerValue?: number;
            stringValue?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceAgreementV2: {
            acceptanceTime?: string;
            agreementId?: string;
            agreementType?: string;
            buyerAccountId?: string;
            endTime?: string;
            offerId?: string;
            productId?: string;
            productType?: string;
            sellerAccountId?: string;
            startTime?: string;
            status?: "ACTIVE" | "ARCHIVED" | "CANCELLED" | "EXPIRED" | "RENEWED" | "REPLACED" | "ROLLED_BACK" | "SUPERSEDED" | "TERMINATED";
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceBuyerAccount: {
            AwsAccountId?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCatalogLegalTermDocument: {
            Type?: "CustomEula" | "CustomDsa" | "StandardEula" | "StandardDsa" | "StandardResellerContract" | "CustomResellerContract";
            Url?: string;
            Version?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCatalogPricingTermRateCard: {
            Constraints?: components["schemas"]["AwsMarketplaceCatalogPricingTermRateCardConstraints"];
            RateCard?: components["schemas"]["AwsMarketplaceCatalogPricingTermRateCardItem"][];
            Selector?: components["schemas"]["AwsMarketplaceCatalogPricingTermRateCardSelector"];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCatalogPricingTermRateCardConstraints: {
            MultipleDimensionSelection?: string;
            QuantityConfiguration?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCatalogPricingTermRateCardItem: {
            Description?: string;
            DimensionKey?: string;
            DisplayName?: string;
            Price?: string;
            Quantity?: string;
            Unit?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCatalogPricingTermRateCardSelector: {
            Type?: string;
            Value?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunity: {
            CreatedDate?: string;
            Description?: string;
            Dimensions?: components["schemas"]["AwsProductDimension"][];
            ManufacturerAccountId?: string;
            ManufacturerLegalName?: string;
            Name?: string;
            OfferDetails?: components["schemas"]["AwsMarketplaceCppoOpportunityOfferDetails"];
            PreExistingBuyerAgreement?: components["schemas"]["AwsMarketplacePreExistingAgreement"];
            ProductId?: string;
            ProductName?: string;
            Rules?: components["schemas"]["AwsMarketplaceCppoOpportunityRule"][];
            Status?: "Active" | "Restricted" | "Complete";
            Terms?: components["schemas"]["AwsMarketplaceCppoOpportunityTerm"][];
            discountType?: "DISCOUNT_PERCENT" | "CUSTOM_PRICE" | "CUSTOM_PRICE_WITH_FPS";
            opportunityDurationType?: "SPECIFIC_DATES" | "ONE_TIME" | "NO_SET_TIME";
            opportunityId?: string;
            partnerId?: string;
            OffersMaxQuantity?: number;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityNegativeTargeting: {
            CountryCodes?: string[];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityOfferDetails: {
            OfferCreatedCount?: number;
            OfferExtendedStatus?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityPaymentSchedule: {
            ChargeAmount?: string;
            ChargeDate?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityPositiveTargeting: {
            BuyerAccounts?: components["schemas"]["AwsMarketplaceBuyerAccount"][];
            CountryCodes?: string[];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityRule: {
            AvailabilityEndDate?: string;
            Id?: string;
            NegativeTargeting?: components["schemas"]["AwsMarketplaceCppoOpportunityNegativeTargeting"];
            OffersMaxQuantity?: number;
            PositiveTargeting?: components["schemas"]["AwsMarketplaceCppoOpportunityPositiveTargeting"];
            ResellerAccountId?: string;
            ResellerLegalName?: string;
            Type?: "AvailabilityRule" | "PartnerTargetingRule" | "TargetingRule" | "TaxConfigurationRule";
            Usage?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityTerm: {
            CurrencyCode?: string;
            Documents?: components["schemas"]["AwsMarketplaceCatalogLegalTermDocument"][];
            Duration?: string;
            Grants?: components["schemas"]["AwsMarketplaceCppoOpportunityUpfrontPriceGrant"][];
            Id?: string;
            MaximumAgreementStartDate?: string;
            PositiveTargeting?: components["schemas"]["AwsMarketplaceCppoOpportunityPositiveTargeting"];
            Price?: string;
            RateCards?: components["schemas"]["AwsMarketplaceCatalogPricingTermRateCard"][];
            Schedule?: components["schemas"]["AwsMarketplaceCppoOpportunityPaymentSchedule"][];
            Type?: "BuyerTargetingTerm" | "UpdateAvailability" | "BuyerValidityTerm" | "BuyerLegalTerm" | "ResaleLegalTerm" | "ResaleUsageBasedPricingTerm" | "ResaleConfigurableUpfrontPricingTerm" | "ResaleFixedUpfrontPricingTerm" | "ResalePaymentScheduleTerm";
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceCppoOpportunityUpfrontPriceGrant: {
            DimensionKey?: string;
            MaxQuantity?: number;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceEventBridgeEventAccount: {
            accountId?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceEventBridgeEventDetail: {
            catalog?: string;
            eventCategory?: string;
            eventID?: string;
            eventName?: string;
            eventSource?: string;
            eventType?: string;
            eventVersion?: string;
            managementEvent?: boolean;
            manufacturer?: components["schemas"]["AwsMarketplaceEventBridgeEventAccount"];
            offer?: components["schemas"]["AwsMarketplaceEventBridgeEventOffer"];
            product?: components["schemas"]["AwsMarketplaceEventBridgeEventProduct"];
            requestID?: string;
            requestParameters?: {
                [key: string]: unknown;
            };
            responseElements?: {
                [key: string]: unknown;
            };
            sellerOfRecord?: components["schemas"]["AwsMarketplaceEventBridgeEventAccount"];
            targetedBuyerAccountIds?: string[];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceEventBridgeEventOffer: {
            arn?: string;
            expirationDate?: string;
            id?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceEventBridgeEventProduct: {
            arn?: string;
            id?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceMeteringBatchMeterUsageInput: {
            ProductCode?: string;
            UsageRecords?: components["schemas"]["AwsMarketplaceMeteringUsageRecord"][];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceMeteringTag: {
            Key?: string;
            Value?: string;
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceMeteringUsageAllocation: {
            AllocatedUsageQuantity?: number;
            Tags?: components["schemas"]["AwsMarketplaceMeteringTag"][];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplaceMeteringUsageRecord: {
            CustomerIdentifier?: string;
            Dimension?: string;
            Quantity?: number;
            Timestamp?: string;
            UsageAllocations?: components["schemas"]["AwsMarketplaceMeteringUsageAllocation"][];
        } & {
            [key: string]: unknown;
        };
        AwsMarketplacePreExistingAgreement: {
            AcquisitionChannel?: "" | "External" | "AwsMarketplace";
            PricingModel?: "Contract" | "Usage" | "Byol" | "Free" | "Unknown";
        } & {
            [key: string]: unknown;
        };
        AwsMeteringBatchMeterUsageOutput: {
            resultMetadata?: {
                [key: string]: unknown;
            };
            results?: components["schemas"]["AwsUsageRecordResult"][];
            unprocessedRecords?: components["schemas"]["AwsUsageRecord"][];
        } & {
            [key: string]: unknown;
        };
        AwsMeteringTag: {
            key?: string;
            value?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProduct: {
            Description?: components["schemas"]["AwsProductDescription"];
            Dimensions?: components["schemas"]["AwsProductDimension"][];
            PromotionalResources?: components["schemas"]["AwsProductPromotionalResources"];
            Repositories?: components["schemas"]["AwsProductRepository"][];
            SignatureVerificationKeys?: components["schemas"]["AwsProductSignatureVerificationKey"][];
            SupportInformation?: components["schemas"]["AwsProductSupportInformation"];
            Versions?: components["schemas"]["AwsProductVersion"][];
            dataFeedProductId?: string;
            productId?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductAdditionalResource: {
            Text?: string;
            Type?: string;
            Url?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductDeliveryOption: {
            AmiAlias?: string;
            FulfillmentUrl?: string;
            Id?: string;
            Recommendations?: {
                [key: string]: unknown;
            };
            ShortDescription?: string;
            SourceId?: string;
            Title?: string;
            Type?: string;
            Visibility?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductDescription: {
            AssociatedProducts?: {
                [key: string]: unknown;
            };
            Categories?: string[];
            EuW8Submitted?: boolean;
            Highlights?: string[];
            LongDescription?: string;
            Manufacturer?: string;
            ProductCode?: string;
            ProductTitle?: string;
            Registered?: boolean;
            SearchKeywords?: string[];
            ShortDescription?: string;
            Sku?: string;
            UsW9Submitted?: boolean;
            Visibility?: "Limited" | "Public" | "Restricted" | "Unavailable" | "Draft";
        } & {
            [key: string]: unknown;
        };
        AwsProductDimension: {
            Description?: string;
            Key?: string;
            Length?: number;
            Name?: string;
            Rate?: number;
            TimeUnit?: "DAY" | "MONTH" | "YEAR";
            Types?: string[];
            Unit?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductPromotionalResources: {
            AdditionalResources?: components["schemas"]["AwsProductAdditionalResource"][];
            LogoUrl?: string;
            Videos?: components["schemas"]["AwsProductVideo"][];
        } & {
            [key: string]: unknown;
        };
        AwsProductRepository: {
            Type?: string;
            Url?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductSignatureVerificationKey: {
            PublicKey?: string;
            PublicKeyVersion?: number;
            Status?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductSupportInformation: {
            Description?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductVersion: {
            CreationDate?: string;
            DeliveryOptions?: components["schemas"]["AwsProductDeliveryOption"][];
            Id?: string;
            ReleaseNotes?: string;
            VersionTitle?: string;
        } & {
            [key: string]: unknown;
        };
        AwsProductVideo: {
            Title?: string;
            Type?: string;
            Url?: string;
        } & {
            [key: string]: unknown;
        };
        AwsSnsSubscription: {
            Endpoint?: string;
            Protocol?: string;
            Status?: "UNKNOWN" | "CONFIRMED" | "PENDING_CONFIRMATION";
            SubscriptionArn?: string;
            TopicArn?: string;
        } & {
            [key: string]: unknown;
        };
        AwsUsageAllocation: {
            allocatedUsageQuantity?: number;
            tags?: components["schemas"]["AwsMeteringTag"][];
        } & {
            [key: string]: unknown;
        };
        AwsUsageRecord: {
            customerIdentifier?: string;
            dimension?: string;
            quantity?: number;
            timestamp?: string;
            usageAllocations?: components["schemas"]["AwsUsageAllocation"][];
        } & {
            [key: string]: unknown;
        };
        AwsUsageRecordResult: {
            meteringRecordId?: string;
            status?: "Success" | "CustomerNotSubscribed" | "DuplicateRecord";
            usageRecord?: components["schemas"]["AwsUsageRecord"];
        } & {
            [key: string]: unknown;
        };
        AzureADIdentifier: {
            billingAccountId?: string;
            customerId?: string;
            emailId?: string;
            firstName?: string;
            lastName?: string;
            licenseType?: string;
            objectId?: string;
            puid?: string;
            tenantId?: string;
        } & {
            [key: string]: unknown;
        };
        AzureAudience: {
            description?: string;
            id?: string;
        } & {
            [key: string]: unknown;
        };
        AzureCommercialMarketplaceSetup: {
            $schema?: string;
            accessUrl?: string;
            callToAction?: "free" | "freeTrial" | "contactMe";
            id?: string;
            product?: string;
            requireLicenseForInstall?: boolean;
            resourceName?: string;
            sellThroughMicrosoft?: boolean;
            useMicrosoftLicenseManagementService?: boolean;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureGovernmentCertification: {
            title?: string;
            uri?: string;
            validationResults?: components["schemas"]["AzureValidationResult"][];
        } & {
            [key: string]: unknown;
        };
        AzureIncludedBaseQuantity: {
            isInfinite?: boolean;
            quantity?: number;
            recurringUnit?: "Monthly" | "Annual";
        } & {
            [key: string]: unknown;
        };
        AzureListingContact: {
            email?: string;
            name?: string;
            phone?: string;
            type?: "CustomerSupport" | "Engineering" | "ChannelManager";
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        AzureListingUri: {
            displayText?: string;
            subtype?: string;
            type?: string;
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        AzureLocalizedDateTime: {
            dateTimeInUtc?: string;
            localizePerMarket?: boolean;
        } & {
            [key: string]: unknown;
        };
        AzureLocalizedTimeRange: {
            endAt?: components["schemas"]["AzureLocalizedDateTime"];
            startAt?: components["schemas"]["AzureLocalizedDateTime"];
        } & {
            [key: string]: unknown;
        };
        AzureMarket: {
            friendlyName?: string;
            marketCode?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketState: {
            marketCode?: string;
            state?: "Disabled" | "Enabled" | "StopSelling" | "Terminated";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceContact: {
            email?: string;
            name?: string;
            phone?: string;
            url?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceCustomAmendment: {
            tenants?: components["schemas"]["AzureMarketplaceCustomAmendmentTenant"];
            terms?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceCustomAmendmentTenant: {
            manualEntries?: components["schemas"]["AzureMarketplaceCustomAmendmentTenantManualEntry"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceCustomAmendmentTenantManualEntry: {
            description?: string;
            id?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceCustomerLeads: {
            $schema?: string;
            blobLeadConfiguration?: {
                [key: string]: unknown;
            };
            dynamicsLeadConfiguration?: {
                [key: string]: unknown;
            };
            emailLeadConfiguration?: {
                [key: string]: unknown;
            };
            httpsEndpointLeadConfiguration?: {
                [key: string]: unknown;
            };
            id?: string;
            leadDestination?: "none" | "blob" | "dynamics" | "email" | "httpsEndpoint" | "marketo" | "salesforce" | "table";
            marketoLeadConfiguration?: {
                [key: string]: unknown;
            };
            product?: string;
            resourceName?: string;
            salesforceLeadConfiguration?: {
                [key: string]: unknown;
            };
            tableLeadConfiguration?: {
                [key: string]: unknown;
            };
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceDeprecationSchedule: {
            $schema?: string;
            alternative?: components["schemas"]["AzureMarketplaceDeprecationScheduleAlternative"];
            date?: string;
            dateOffset?: string;
            reason?: "criticalSecurityIssue" | "endOfSupport" | "other";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceDeprecationScheduleAlternative: {
            plan?: {
                [key: string]: unknown;
            };
            product?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceGeneralLink: {
            displayText?: string;
            link?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceGovernmentCertification: {
            link?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceIdentity: {
            externalId?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceListing: {
            $schema?: string;
            cloudSolutionProviderContact?: components["schemas"]["AzureMarketplaceContact"];
            cloudSolutionProviderMarketingMaterials?: string;
            description?: string;
            engineeringContact?: components["schemas"]["AzureMarketplaceContact"];
            generalLinks?: components["schemas"]["AzureMarketplaceGeneralLink"][];
            gettingStartedInstructions?: string;
            gloabalSupportWebsite?: string;
            governmentSupportWebsite?: string;
            id?: string;
            kind?: "azureSaaS" | "azureVM" | "xbox360NonBackCompat";
            languageId?: string;
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            privacyPolicyLink?: string;
            product?: string;
            resourceName?: string;
            searchKeywords?: string[];
            searchResultSummary?: string;
            shortDescription?: string;
            supportContact?: components["schemas"]["AzureMarketplaceContact"];
            title?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceListingAsset: {
            $schema?: string;
            description?: string;
            displayOrder?: number;
            fileName?: string;
            friendlyName?: string;
            id?: string;
            kind?: "azure";
            languageId?: string;
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            listing?: string;
            product?: string;
            resourceName?: string;
            type?: "azureLogoSmall" | "azureLogoMedium" | "azureLogoLarge" | "azureLogoWide" | "azureLogoScreenshot" | "azureLogoHero" | "pdfDocument";
            url?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceMeteringBatchUsageEvent: {
            request?: components["schemas"]["AzureMarketplaceMeteringUsageEvent"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceMeteringUsageEvent: {
            dimension?: string;
            effectiveStartTime?: string;
            planId?: string;
            quantity?: number;
            resourceId?: string;
            resourceUri?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePlan: {
            $schema?: string;
            alias?: string;
            azureGovernmentCertifications?: components["schemas"]["AzureMarketplaceGovernmentCertification"][];
            azureRegions?: string[];
            deprecationSchedule?: components["schemas"]["AzureMarketplaceDeprecationSchedule"];
            displayRank?: number;
            id?: string;
            identity?: components["schemas"]["AzureMarketplaceIdentity"];
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            product?: string;
            resourceName?: string;
            subtype?: "managedApplication" | "solutionTemplate";
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePlanListing: {
            $schema?: string;
            description?: string;
            id?: string;
            kind?: "azureVM-plan" | "azureSaaS-plan" | "azureCoreVM-plan" | "azureContainer-plan";
            languageId?: string;
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            name?: string;
            plan?: string;
            product?: string;
            resourceName?: string;
            summary?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePlanResource: {
            plan?: components["schemas"]["AzureMarketplacePlan"];
            planListing?: components["schemas"]["AzureMarketplacePlanListing"];
            priceAndAvailabilityPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPlan"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePreviewAudience: {
            description?: string;
            resourceId?: string;
            type?: "subscription";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrice: {
            currency?: string;
            markets?: string[];
            price?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityAudience: {
            id?: string;
            label?: string;
            type?: "none" | "subscription" | "ea" | "msdn" | "tenant" | "email";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCorePrice: {
            price?: number;
            priceInputOption?: "free" | "flat" | "perCore" | "perCoreSize" | "perMarketAndCoreSize";
            pricePerCore?: number;
            pricePerCoreSize?: {
                [key: string]: unknown;
            };
            prices?: components["schemas"]["AzureMarketplacePrice"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeter: {
            $schema?: string;
            customMeters?: {
                [key: string]: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeterItem"];
            };
            id?: string;
            product?: string;
            resourceName?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeterItem: {
            displayName?: string;
            price?: number;
            unitOfMeasure?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeterPrice: {
            meters?: {
                [key: string]: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItem"];
            };
            priceInputOption?: "perMarket" | "usd";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeterPriceIncludedQuantityItem: {
            billingTerm?: components["schemas"]["AzureMarketplaceTerm"];
            contractDuration?: components["schemas"]["AzureMarketplaceTerm"];
            isInfinite?: boolean;
            quantity?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItem: {
            billingTerm?: components["schemas"]["AzureMarketplaceTerm"];
            includedQuantities?: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeterPriceIncludedQuantityItem"][];
            paymentOption?: components["schemas"]["AzureMarketplaceTerm"];
            pricePerPaymentInUsd?: number;
            prices?: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItemPriceItem"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItemPriceItem: {
            pricePerPaymentInUsd?: number;
            prices?: components["schemas"]["AzureMarketplacePrice"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityOffer: {
            $schema?: string;
            id?: string;
            previewAudiences?: components["schemas"]["AzureMarketplacePriceAndAvailabilityAudience"][];
            product?: string;
            resourceName?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPlan: {
            $schema?: string;
            audience?: "public" | "private";
            billingTag?: string;
            id?: string;
            markets?: string[];
            meterDefine?: string;
            plan?: string;
            pricing?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrice"];
            privateAudiences?: components["schemas"]["AzureMarketplacePriceAndAvailabilityAudience"][];
            product?: string;
            resourceName?: string;
            softwareReservation?: components["schemas"]["AzureMarketplacePriceAndAvailabilitySoftwareReservation"][];
            trial?: components["schemas"]["AzureMarketplaceTerm"];
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
            visibility?: "visible" | "hidden";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPrice: {
            corePricing?: components["schemas"]["AzureMarketplacePriceAndAvailabilityCorePrice"];
            customMeters?: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeterPrice"];
            licenseModel?: "byol" | "payAsYouGo";
            recurrentPrice?: components["schemas"]["AzureMarketplacePriceAndAvailabilityRecurrentPrice"];
            systemMeterPricing?: components["schemas"]["AzureMarketplacePriceAndAvailabilitySystemMeterPrice"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPrivateOfferCustomMeters: {
            meters?: {
                [key: string]: unknown;
            };
            priceInputOption?: "perMarket" | "usd";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPrivateOfferPlan: {
            $schema?: string;
            id?: string;
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            offerPricingType?: "" | "editExistingOfferPricingOnly" | "saasNewCustomizedPlans" | "vmSoftwareReservations" | "newCustomizedPlans";
            plan?: string;
            planName?: string;
            pricing?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPrice"];
            product?: string;
            resourceName?: string;
            softwareReservation?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlanSoftwareReservation"];
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
            visibility?: "visible" | "hidden";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPrivateOfferPlanSoftwareReservation: {
            paymentSchedule?: components["schemas"]["AzureMarketplaceTerm"];
            reservationDuration?: components["schemas"]["AzureMarketplaceTerm"];
            vmPrices?: components["schemas"]["AzureMarketplaceVmPrice"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityPrivateOfferPrice: {
            customMeters?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferCustomMeters"];
            recurrentPrice?: components["schemas"]["AzureMarketplacePriceAndAvailabilityRecurrentPrice"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityRecurrentPrice: {
            priceInputOption?: "perMarket" | "usd";
            prices?: components["schemas"]["AzureMarketplacePriceAndAvailabilityRecurrentPriceItem"][];
            recurrentPriceMode?: "flatRate" | "perUser";
            userLimits?: components["schemas"]["AzureMarketplacePriceAndAvailabilityRecurrentPriceUserLimit"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityRecurrentPriceItem: {
            billingFrequency?: components["schemas"]["AzureMarketplaceTerm"];
            billingTerm?: components["schemas"]["AzureMarketplaceTerm"];
            contractDuration?: components["schemas"]["AzureMarketplaceTerm"];
            flexibleSchedule?: components["schemas"]["AzureMarketplacePriceFlexibleSchedule"];
            paymentOption?: components["schemas"]["AzureMarketplaceTerm"];
            pricePerPaymentInUsd?: number;
            prices?: components["schemas"]["AzureMarketplacePrice"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilityRecurrentPriceUserLimit: {
            max?: number;
            min?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilitySoftwareReservation: {
            percentageSave?: number;
            term?: number;
            type?: "month" | "year";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceAndAvailabilitySystemMeterPrice: {
            price?: number;
            priceInputOption?: "perCore" | "perEveryCoreInCluster" | "perNode" | "perEveryNodeInCluster" | "perPod" | "perCluster";
            prices?: components["schemas"]["AzureMarketplacePrice"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceBillingSchedule: {
            chargeDate?: string;
            note?: string;
            pricePerPaymentInUsd?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceFlexibleSchedule: {
            billingSchedule?: components["schemas"]["AzureMarketplacePriceBillingSchedule"][];
            initialCharge?: components["schemas"]["AzureMarketplacePriceInitialCharge"];
            price?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePriceInitialCharge: {
            note?: string;
            pricePerPaymentInUsd?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOffer: {
            $schema?: string;
            acceptBy?: string;
            acceptanceLinks?: components["schemas"]["AzureMarketplacePrivateOfferAcceptanceLink"][];
            beneficiaries?: components["schemas"]["AzureMarketplacePrivateOfferBeneficiary"][];
            customerContractRenewal?: boolean;
            eTag?: string;
            end?: string;
            id?: string;
            lastModified?: string;
            name?: string;
            notificationContacts?: string[];
            offerPricingType?: "" | "editExistingOfferPricingOnly" | "saasNewCustomizedPlans" | "vmSoftwareReservations" | "newCustomizedPlans";
            partners?: components["schemas"]["AzureMarketplacePrivateOfferPartner"][];
            preparedBy?: string;
            pricing?: components["schemas"]["AzureMarketplacePrivateOfferPricing"][];
            privateOfferType?: "" | "customerPromotion" | "cspPromotion" | "multipartyPromotionChannelPartner" | "multipartyPromotionOriginator";
            resourceName?: string;
            start?: string;
            state?: "draft" | "live" | "deleted" | "withdrawn";
            subState?: "pendingAcceptance" | "accepted" | "pendingPartnerAction";
            termsAndConditionsDocSasUrl?: string;
            termsAndConditionsDocs?: components["schemas"]["AzureMarketplacePrivateOfferTermsDoc"][];
            upgradedFrom?: components["schemas"]["AzureMarketplacePrivateOfferPromotionReference"];
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
            variableStartDate?: boolean;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferAcceptanceLink: {
            beneficiaryId?: string;
            link?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferBeneficiary: {
            beneficiaryRecipients?: components["schemas"]["AzureMarketplacePrivateOfferBeneficiaryRecipient"][];
            description?: string;
            id?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferBeneficiaryRecipient: {
            id?: string;
            recipientType?: "cspCustomer" | "billingGroup";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferPartner: {
            id?: string;
            location?: string;
            partnerName?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferPricing: {
            basePlan?: string;
            discountPercentage?: number;
            discountType?: "absolute" | "percentage";
            markupPercentage?: number;
            newPlanDetails?: components["schemas"]["AzureMarketplacePrivateOfferPricingNewPlanDetails"];
            originalPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"];
            plan?: string;
            planId?: string;
            planName?: string;
            planType?: "FLAT_RATE" | "PER_USER";
            priceDetails?: {
                [key: string]: unknown;
            };
            privateOfferPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"];
            product?: string;
            productName?: string;
            sugerOfferId?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferPricingNewPlanDetails: {
            description?: string;
            id?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferPromotionReference: {
            id?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplacePrivateOfferTermsDoc: {
            customerFacingDocumentName?: string;
            fileName?: string;
            sasUrl?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceProduct: {
            $schema?: string;
            alias?: string;
            id?: string;
            identity?: components["schemas"]["AzureMarketplaceIdentity"];
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            productGroup?: string;
            resourceName?: string;
            type?: "azureApplication" | "azureContainer" | "azureVirtualMachine" | "consultingService" | "containerApp" | "coreVirtualMachine" | "cosellOnly" | "dynamics365BusinessCentral" | "dynamics365ForCustomerEngagement" | "dynamics365ForOperations" | "iotEdgeModule" | "managedService" | "powerBiApp" | "powerBiVisual" | "softwareAsAService" | "xbox360NonBackcompat";
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceProductResource: {
            customerLeads?: components["schemas"]["AzureMarketplaceCustomerLeads"];
            listing?: components["schemas"]["AzureMarketplaceListing"];
            listingAssets?: components["schemas"]["AzureMarketplaceListingAsset"][];
            plans?: components["schemas"]["AzureMarketplacePlanResource"][];
            priceAndAvailabilityCustomMeter?: components["schemas"]["AzureMarketplacePriceAndAvailabilityCustomMeter"];
            priceAndAvailabilityOffer?: components["schemas"]["AzureMarketplacePriceAndAvailabilityOffer"];
            product?: components["schemas"]["AzureMarketplaceProduct"];
            property?: components["schemas"]["AzureMarketplaceProperty"];
            reseller?: components["schemas"]["AzureMarketplaceReseller"];
            setup?: components["schemas"]["AzureCommercialMarketplaceSetup"];
            submission?: components["schemas"]["AzureMarketplaceSubmission"];
            technicalConfiguration?: components["schemas"]["AzureMarketplaceSaasTechnicalConfiguration"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceProperty: {
            $schema?: string;
            appVersion?: string;
            categories?: {
                [key: string]: string[];
            };
            cloudIndustries?: {
                [key: string]: string[];
            };
            customAmendments?: components["schemas"]["AzureMarketplaceCustomAmendment"][];
            id?: string;
            industries?: {
                [key: string]: string[];
            };
            kind?: "azureSaaS" | "azureVM";
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            product?: string;
            resourceName?: string;
            standardContractAmendment?: string;
            termsConditions?: "custom" | "standardMicrosoft";
            termsOfUse?: string;
            termsOfUseUrl?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceReseller: {
            $schema?: string;
            audiences?: components["schemas"]["AzureMarketplacePreviewAudience"][];
            id?: string;
            product?: string;
            resellerChannelState?: string;
            resourceName?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceResourceTarget: {
            targetId?: string;
            targetType?: "flight" | "sandbox" | "draft" | "preview" | "live" | "certification" | "retail";
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceSaasTechnicalConfiguration: {
            $schema?: string;
            azureAdAppId?: string;
            azureAdTenantId?: string;
            connectionWebhook?: string;
            id?: string;
            landingPageUrl?: string;
            product?: string;
            resourceName?: string;
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceSubmission: {
            $schema?: string;
            created?: string;
            deprecationSchedule?: components["schemas"]["AzureMarketplaceDeprecationSchedule"];
            id?: string;
            lifecycleState?: "notAvailable" | "neverUsed" | "test" | "preview" | "generallyAvailable" | "deprecated" | "decommissioned" | "deleted";
            product?: string;
            resourceName?: string;
            result?: "succeeded" | "failed" | "pending";
            status?: "notStarted" | "running" | "completed";
            target?: components["schemas"]["AzureMarketplaceResourceTarget"];
            validations?: components["schemas"]["AzureMarketplaceValidation"][];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceSubscription: {
            allowedCustomerOperations?: ("Read" | "Update" | "Delete")[];
            autoRenew?: boolean;
            beneficiary?: components["schemas"]["AzureADIdentifier"];
            created?: string;
            fulfillmentId?: string;
            id?: string;
            isFreeTrial?: boolean;
            isTest?: boolean;
            lastModified?: string;
            name?: string;
            offerId?: string;
            planId?: string;
            publisherId?: string;
            purchaser?: components["schemas"]["AzureADIdentifier"];
            quantity?: number;
            saasSubscriptionStatus?: "NotStarted" | "PendingFulfillmentStart" | "Subscribed" | "Suspended" | "Unsubscribed";
            sandboxType?: "None" | "Csp";
            sessionId?: string;
            sessionMode?: "None" | "DryRun";
            storeFront?: string;
            term?: components["schemas"]["AzureTerm"];
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceTerm: {
            type?: "day" | "week" | "month" | "year";
            value?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceValidation: {
            $schema?: string;
            code?: "businessValidationError" | "collectionLimitExceeded" | "invalidId" | "invalidEntityStatus" | "invalidRequest" | "invalidResource" | "invalidState" | "notDeployed" | "notSupported" | "operationCanceled" | "productLocked" | "resourceNotFound" | "schemaValidationError";
            level?: "informational" | "warning";
            message?: string;
            resourceId?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceVmPrice: {
            patternProperties?: {
                [key: string]: components["schemas"]["AzureMarketplaceVmPricePropertyItem"];
            };
        } & {
            [key: string]: unknown;
        };
        AzureMarketplaceVmPricePropertyItem: {
            quantity?: number;
            unitPricePerPaymentPeriodInUsd?: number;
        } & {
            [key: string]: unknown;
        };
        AzureMeteringBatchUsageEventOkResponse: {
            count?: number;
            result?: components["schemas"]["AzureMeteringUsageBatchEventOkMessage"][];
        } & {
            [key: string]: unknown;
        };
        AzureMeteringUsageBatchEventOkMessage: {
            dimension?: string;
            effectiveStartTime?: string;
            error?: components["schemas"]["AzureMeteringUsageEventConflictResponse"];
            messageTime?: string;
            planId?: string;
            quantity?: number;
            resourceId?: string;
            resourceUri?: string;
            status?: "Accepted" | "Expired" | "Duplicate" | "Error" | "ResourceNotFound" | "ResourceNotAuthorized" | "InvalidDimension" | "InvalidQuantity" | "BadArgument";
            usageEventId?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMeteringUsageEventConflictResponse: {
            additionalInfo?: components["schemas"]["AzureMeteringUsageEventConflictResponseAdditionalInfo"];
            code?: string;
            message?: string;
        } & {
            [key: string]: unknown;
        };
        AzureMeteringUsageEventConflictResponseAdditionalInfo: {
            acceptedMessage?: components["schemas"]["AzureMeteringUsageEventOkResponse"];
        } & {
            [key: string]: unknown;
        };
        AzureMeteringUsageEventOkResponse: {
            dimension?: string;
            effectiveStartTime?: string;
            messageTime?: string;
            planId?: string;
            quantity?: number;
            resourceId?: string;
            resourceUri?: string;
            status?: "Accepted" | "Expired" | "Duplicate" | "Error" | "ResourceNotFound" | "ResourceNotAuthorized" | "InvalidDimension" | "InvalidQuantity" | "BadArgument";
            usageEventId?: string;
        } & {
            [key: string]: unknown;
        };
        AzurePendingUpdateInfo: {
            status?: string;
            updateType?: string;
        } & {
            [key: string]: unknown;
        };
        AzurePrice: {
            currencyCode?: string;
            openPrice?: number;
            priceTierID?: string;
        } & {
            [key: string]: unknown;
        };
        AzurePriceCadence: {
            type?: "Month" | "Year";
            value?: number;
        } & {
            [key: string]: unknown;
        };
        AzurePriceSchedule: {
            priceCadence?: components["schemas"]["AzurePriceCadence"];
            pricingModel?: "Flat" | "Recurring" | "Usage";
            pricingUnits?: components["schemas"]["AzurePricingUnit"][];
            retailPrice?: components["schemas"]["AzurePrice"];
        } & {
            [key: string]: unknown;
        };
        AzurePricingUnit: {
            isUnlimitedUnit?: boolean;
            lowerUnit?: number;
            name?: "sharedcore" | "transactions";
            unitType?: string;
            upperUnit?: number;
        } & {
            [key: string]: unknown;
        };
        AzureProduct: {
            availabilities?: components["schemas"]["AzureProductAvailability"][];
            branches?: components["schemas"]["AzureProductBranch"][];
            externalIDs?: components["schemas"]["AzureTypeValue"][];
            id?: string;
            isModularPublishing?: boolean;
            listings?: components["schemas"]["AzureProductListing"][];
            name?: string;
            packageConfigurations?: components["schemas"]["AzureProductPackageConfiguration"][];
            plans?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"][];
            properties?: components["schemas"]["AzureProductProperty"][];
            resourceType?: string;
            setup?: components["schemas"]["AzureProductSetup"];
            submissions?: components["schemas"]["AzureProductSubmission"][];
            variants?: components["schemas"]["AzureProductVariant"][];
        } & {
            [key: string]: unknown;
        };
        AzureProductAvailability: {
            emailAudiences?: components["schemas"]["AzureAudience"][];
            enterpriseLicensing?: string;
            id?: string;
            resourceType?: string;
            subscriptionAudiences?: components["schemas"]["AzureAudience"][];
            visibility?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductBranch: {
            currentDraftInstanceID?: string;
            friendlyName?: string;
            id?: string;
            module?: string;
            resourceType?: string;
            type?: string;
            variantID?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductFeatureAvailability: {
            customMeters?: components["schemas"]["AzureProductVariantCustomMeter"][];
            id?: string;
            isHidden?: boolean;
            marketStates?: components["schemas"]["AzureMarketState"][];
            markets?: components["schemas"]["AzureMarket"][];
            priceSchedules?: components["schemas"]["AzureProductVariantPriceSchedule"][];
            properties?: components["schemas"]["AzureTypeValue"][];
            resourceType?: string;
            subscriptionAudiences?: components["schemas"]["AzureAudience"][];
            tenantAudiences?: components["schemas"]["AzureAudience"][];
            trial?: components["schemas"]["AzureProductVariantTrial"];
            visibility?: "Public" | "Private";
        } & {
            [key: string]: unknown;
        };
        AzureProductListing: {
            accessInformation?: string;
            assets?: components["schemas"]["AzureProductListingAsset"][];
            compatibleProducts?: string[];
            description?: string;
            gettingStartedInstructions?: string;
            id?: string;
            keywords?: string[];
            languageCode?: string;
            listingContacts?: components["schemas"]["AzureListingContact"][];
            listingUris?: components["schemas"]["AzureListingUri"][];
            productDisplayName?: string;
            publisherName?: string;
            resourceType?: "AzureListing";
            shortDescription?: string;
            summary?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductListingAsset: {
            description?: string;
            fileName?: string;
            fileSasUri?: string;
            friendlyName?: string;
            id?: string;
            order?: number;
            publisherDefinedSasUri?: string;
            resourceType?: "ListingAsset" | "ListingImage" | "ListingVideo";
            state?: "PendingUpload" | "Uploaded" | "InProcessing" | "Processed" | "ProcessFailed";
            type?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductPackageConfiguration: {
            azureActiveDirectoryApplicationID?: string;
            azureActiveDirectoryTenantID?: string;
            connectionWebhook?: string;
            id?: string;
            landingPageUri?: string;
            resourceType?: "AzureSoftwareAsAServicePackageConfiguration";
        } & {
            [key: string]: unknown;
        };
        AzureProductProperty: {
            additionalCategories?: string[];
            appVersion?: string;
            applicableProducts?: string[];
            categories?: string[];
            customAmendments?: string[];
            extendedProperties?: string[];
            globalAmendmentTerms?: string;
            hideKeys?: string[];
            id?: string;
            industries?: string[];
            leveledCategories?: {
                [key: string]: unknown;
            };
            leveledIndustries?: {
                [key: string]: unknown;
            };
            marketingOnlyChange?: boolean;
            productTags?: string[];
            resourceType?: string;
            submissionVersion?: string;
            termsOfUse?: string;
            useEnterpriseContract?: boolean;
        } & {
            [key: string]: unknown;
        };
        AzureProductSetup: {
            callToAction?: "free" | "free-trial" | "contact-me";
            channelStates?: components["schemas"]["AzureTypeValue"][];
            enableTestDrive?: boolean;
            resourceType?: "AzureProductSetup";
            sellingOption?: "ListingOnly" | "ListAndSell";
            testDriveType?: string;
            trialUri?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductSubmission: {
            areResourcesReady?: boolean;
            friendlyName?: string;
            id?: string;
            pendingUpdateInfo?: components["schemas"]["AzurePendingUpdateInfo"];
            publishedTimeInUtc?: string;
            releaseNumber?: number;
            resourceType?: "Submission";
            resources?: components["schemas"]["AzureTypeValue"][];
            state?: "Inprogress" | "Published";
            subState?: "InDraft" | "Submitted" | "Failed" | "FailedInCertification" | "ReadyToPublish" | "Publishing" | "Published" | "InStore";
            targets?: components["schemas"]["AzureTypeValue"][];
            variantResources?: components["schemas"]["AzureVariantResource"][];
        } & {
            [key: string]: unknown;
        };
        AzureProductVariant: {
            azureGovernmentCertifications?: components["schemas"]["AzureGovernmentCertification"][];
            cloudAvailabilities?: string[];
            conversionPaths?: string;
            extendedProperties?: components["schemas"]["AzureTypeValue"][];
            externalID?: string;
            featureAvailabilities?: components["schemas"]["AzureProductFeatureAvailability"][];
            friendlyName?: string;
            id?: string;
            leadGenID?: string;
            referenceVariantID?: string;
            resourceType?: "AzureSkuVariant" | "AzureTestDriveVariant";
            state?: "InActive" | "Active";
        } & {
            [key: string]: unknown;
        };
        AzureProductVariantCustomMeter: {
            displayName?: string;
            id?: string;
            includedBaseQuantities?: components["schemas"]["AzureIncludedBaseQuantity"][];
            isEnabled?: boolean;
            priceInUsd?: number;
            uniqueID?: string;
            unitOfMeasure?: string;
        } & {
            [key: string]: unknown;
        };
        AzureProductVariantPriceSchedule: {
            dateTimeRange?: components["schemas"]["AzureLocalizedTimeRange"];
            friendlyName?: string;
            isBaseSchedule?: boolean;
            marketCodes?: string[];
            schedules?: components["schemas"]["AzurePriceSchedule"][];
        } & {
            [key: string]: unknown;
        };
        AzureProductVariantTrial: {
            dateTimeRange?: components["schemas"]["AzureLocalizedTimeRange"];
            duration?: number;
            durationType?: "Minute" | "Days" | "Months";
            type?: "NoTrial" | "TimedAccess" | "TimedUsage" | "Unlimited";
        } & {
            [key: string]: unknown;
        };
        AzureTerm: {
            chargeDuration?: string;
            endDate?: string;
            startDate?: string;
            termUnit?: string;
        } & {
            [key: string]: unknown;
        };
        AzureTypeValue: {
            type?: string;
            value?: string;
        } & {
            [key: string]: unknown;
        };
        AzureValidationResult: {
            errorMessage?: string;
            memberNames?: string[];
        } & {
            [key: string]: unknown;
        };
        AzureVariantResource: {
            resources?: components["schemas"]["AzureTypeValue"][];
            variantID?: string;
        } & {
            [key: string]: unknown;
        };
        BatchCreateContactsInput: components["schemas"]["IdentityContactInput"][];
        BatchCreateReferralsInput: components["schemas"]["ReferralBatchItem"][];
        BatchCreateReferralsResponse: {
            results: components["schemas"]["ReferralBatchResult"][];
        };
        BatchPreviewReferrals: {
            partner: "AWS" | "AZURE" | "GCP";
            crm: "SALESFORCE" | "HUBSPOT";
            recordIds: string[];
            fields?: components["schemas"]["CosellFieldMappingInput"][];
        };
        BatchReportUsageRecordGroupsInput: {
            id?: string;
            entitlementID: string;
            records?: {
                [key: string]: number;
            };
            timestamp?: string;
            billableRecords?: {
                key?: string;
                properties?: {
                    [key: string]: unknown;
                };
                quantity?: number;
            }[];
            usageAllocations?: {
                [key: string]: {
                    quantity?: number;
                    tags?: {
                        key?: string;
                        value?: string;
                    }[];
                }[];
            };
            metaInfo?: {
                [key: string]: unknown;
            };
        }[];
        BatchValidateUsageRecordGroupsInput: {
            id?: string;
            entitlementID: string;
            records?: {
                [key: string]: number;
            };
            timestamp?: string;
            billableRecords?: {
                key?: string;
                properties?: {
                    [key: string]: unknown;
                };
                quantity?: number;
            }[];
            usageAllocations?: {
                [key: string]: {
                    quantity?: number;
                    tags?: {
                        key?: string;
                        value?: string;
                    }[];
                }[];
            };
            metaInfo?: {
                [key: string]: unknown;
            };
        }[];
        BillableDimension: {
            billableMetricId?: string;
            category?: "basic" | "tiered" | "bulk" | "volume" | "percentage" | "tiered-percentage" | "matrix";
            description?: string;
            discount?: components["schemas"]["BillingDiscount"];
            length?: number;
            minimumCommit?: number;
            minimumCommitProrata?: boolean;
            minimumCommitScope?: "DIMENSION" | "DIMENSION_GROUP_BY";
            name?: string;
            priceModelBasic?: components["schemas"]["PriceModelBasic"];
            priceModelBulk?: components["schemas"]["PriceModelBulk"];
            priceModelMatrix?: components["schemas"]["PriceModelMatrix"];
            priceModelPercentage?: components["schemas"]["PriceModelPercentage"];
            priceModelTiered?: components["schemas"]["PriceModelTiered"];
            priceModelTieredPercentage?: components["schemas"]["PriceModelTieredPercentage"];
            priceModelVolume?: components["schemas"]["PriceModelVolume"];
            timeUnit?: "DAY" | "MONTH" | "YEAR";
        };
        BillableDimensionInput: {
            billableMetricId?: string;
            category?: "basic" | "tiered" | "bulk" | "volume" | "percentage" | "tiered-percentage" | "matrix";
            description?: string;
            discount?: components["schemas"]["BillingDiscount"];
            length?: number;
            minimumCommit?: number;
            minimumCommitProrata?: boolean;
            minimumCommitScope?: "DIMENSION" | "DIMENSION_GROUP_BY";
            name?: string;
            priceModelBasic?: components["schemas"]["PriceModelBasic"];
            priceModelBulk?: components["schemas"]["PriceModelBulk"];
            priceModelMatrix?: components["schemas"]["PriceModelMatrix"];
            priceModelPercentage?: components["schemas"]["PriceModelPercentage"];
            priceModelTiered?: components["schemas"]["PriceModelTiered"];
            priceModelTieredPercentage?: components["schemas"]["PriceModelTieredPercentage"];
            priceModelVolume?: components["schemas"]["PriceModelVolume"];
            timeUnit?: "DAY" | "MONTH" | "YEAR";
        };
        BillableMetric: {
            id: string;
            organizationId: string;
            name: string;
            description: string;
            aggregationType: "COUNT" | "UNIQUE_COUNT" | "SUM" | "MAX" | "LAST";
            status: "ACTIVE" | "DELETED";
            info: components["schemas"]["BillableMetricInfo"];
            creationTime: string;
            lastUpdateTime: string;
        };
        BillableMetricFilter: {
            name?: string;
            operation?: "IS" | "NOT_IS" | "CONTAINS" | "NOT_CONTAINS" | "GT" | "GTE" | "LT" | "LTE" | "EQ" | "NOT_EQ" | "EXISTS" | "NOT_EXISTS";
            value?: unknown;
            valueType?: "STRING" | "FLOAT";
        };
        BillableMetricFilterGroup: {
            filters?: components["schemas"]["BillableMetricFilter"][];
        };
        BillableMetricFilterGroupInput: {
            filters?: components["schemas"]["BillableMetricFilterInput"][] | null;
        };
        BillableMetricFilterInput: {
            name?: string | null;
            operation?: ("IS" | "NOT_IS" | "CONTAINS" | "NOT_CONTAINS" | "GT" | "GTE" | "LT" | "LTE" | "EQ" | "NOT_EQ" | "EXISTS" | "NOT_EXISTS") | null;
            value?: unknown | null;
            valueType?: ("STRING" | "FLOAT") | null;
        };
        BillableMetricInfo: {
            filterGroups?: components["schemas"]["BillableMetricFilterGroup"][];
            groupBys?: string[];
            propertyUniqueOn?: string;
        };
        BillableMetricInfoInput: {
            filterGroups?: components["schemas"]["BillableMetricFilterGroupInput"][] | null;
            groupBys?: string[] | null;
            propertyUniqueOn?: string | null;
        };
        BillableMetricInput: {
            name: string;
            description?: string | null;
            aggregationType?: "COUNT" | "UNIQUE_COUNT" | "SUM" | "MAX" | "LAST";
            info?: components["schemas"]["BillableMetricInfoInput"] | null;
            readonly id?: string;
            readonly organizationId?: string;
            readonly status?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        BillingAddonRecord: {
            amount?: number;
            chargeOn?: string;
            description?: string;
            id?: string;
            name?: string;
        };
        BillingAddonRecordInput: {
            amount?: number;
            chargeOn?: string;
            description?: string;
            id?: string;
            name?: string;
        };
        BillingAwsBillingEvent: {
            organizationID?: string;
            productID?: string;
            offerID?: string;
            entitlementID?: string;
            buyerID?: string;
            action?: string;
            agreementID?: string;
            amount?: number;
            balanceImpacting?: number;
            bankTraceID?: string;
            billingAddressID?: string;
            brokerID?: string;
            buyerTransactionReferenceID?: string;
            currency?: string;
            dataFeedProductID?: string;
            disbursementBillingEventID?: string;
            endUserAccountID?: string;
            fromAccountID?: string;
            id?: string;
            insertDate?: components["schemas"]["NullTime"];
            invoiceDate?: components["schemas"]["NullTime"];
            invoiceID?: string;
            parentBillingEventID?: string;
            paymentDueDate?: components["schemas"]["NullTime"];
            refundedBuyerTransactionReferenceID?: string;
            toAccountID?: string;
            transactionReferenceID?: string;
            transactionType?: string;
            usagePeriodEndDate?: components["schemas"]["NullTime"];
            usagePeriodStartDate?: components["schemas"]["NullTime"];
        };
        BillingAzureCmaRevenue: {
            organizationID?: string;
            productID?: string;
            offerID?: string;
            entitlementID?: string;
            buyerID?: string;
            azureAssetID?: string;
            azureBillingAccountID?: string;
            azureCustomerID?: string;
            azureOfferID?: string;
            azurePlanID?: string;
            billingModel?: string;
            earningID?: string;
            earningUsd?: number;
            estimatedPayoutMonth?: components["schemas"]["NullTime"];
            invoiceDate?: components["schemas"]["NullTime"];
            invoiceDueDate?: components["schemas"]["NullTime"];
            invoiceID?: string;
            paymentID?: string;
            paymentSentDate?: components["schemas"]["NullTime"];
            paymentStatus?: string;
            payoutStatus?: string;
            programName?: string;
            purchaseRecordID?: string;
            resellerCity?: string;
            resellerCompany?: string;
            resellerCountry?: string;
            resellerEmail?: string;
            resellerID?: string;
            resellerState?: string;
            revenueUsd?: number;
            termEndDate?: string;
            termStartDate?: string;
            transactionDate?: components["schemas"]["NullTime"];
        };
        BillingDiscount: {
            discountType?: "PERCENTAGE" | "ABSOLUTE";
            value?: number;
        } & {
            [key: string]: unknown;
        };
        BillingGcpChargeUsage: {
            organizationID?: string;
            productID?: string;
            offerID?: string;
            entitlementID?: string;
            buyerID?: string;
            abandoned?: number;
            accountID?: string;
            charges?: number;
            currency?: string;
            dueVendor?: number;
            googleEntity?: string;
            insightAccountID?: string;
            ordinal?: number;
            paymentSchedule?: string;
            paymentType?: string;
            prepayCredits?: number;
            refundBalanceDeductedThisMonth?: number;
            refundBalanceOutstanding?: number;
            refundReason?: string;
            released?: number;
            reportDate?: string;
            resource?: string;
            sku?: string;
            trialUse?: number;
            unit?: string;
            usage?: number;
            usedBy?: string;
            withheld?: number;
        };
        BillingWallet: {
            id: string;
            organizationID: string;
            buyerID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            type: "ach_debit" | "bacs_debit" | "card" | "credit" | "sepa_debit";
            status: "PENDING_VERIFY" | "ACTIVE" | "EXPIRED" | "CLOSED" | "DELETED";
            name: string;
            currency?: string;
            externalID?: string;
            totalAmount?: number;
            usedAmount?: number;
            startTime?: string;
            expireTime?: string;
            info: components["schemas"]["BillingWalletInfo"];
            creationTime: string;
            lastUpdateTime: string;
        };
        BillingWalletChange: {
            startTime?: string | null;
            expireTime?: string | null;
            readonly type?: string;
            readonly name?: string;
            readonly currency?: string;
            readonly totalAmount?: number;
            readonly id?: string;
            readonly organizationID?: string;
            readonly buyerID?: string;
            readonly partner?: string;
            readonly status?: string;
            readonly externalID?: string;
            readonly usedAmount?: number;
            readonly info?: {
                [key: string]: unknown;
            };
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        BillingWalletInfo: {
            closeDate?: string;
            stripePaymentMethod?: components["schemas"]["StripePaymentMethod"];
            stripeSetupIntentId?: string;
        };
        BillingWalletInput: {
            type?: ("ach_debit" | "bacs_debit" | "card" | "credit" | "sepa_debit") | null;
            name?: string | null;
            currency?: string | null;
            totalAmount?: number | null;
            startTime?: string | null;
            expireTime?: string | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly buyerID?: string;
            readonly partner?: string;
            readonly status?: string;
            readonly externalID?: string;
            readonly usedAmount?: number;
            readonly info?: {
                [key: string]: unknown;
            };
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        Branding: {
            displayName?: string;
            accentColor?: string;
            logo?: string;
            supportEmail?: string;
            supportUrl?: string;
            lastUpdateTime?: string;
        };
        BrandingHint: {
            path: string;
            message: string;
        };
        BrandingInput: {
            displayName?: string | null;
            accentColor?: string | null;
            logo?: string | null;
            supportEmail?: string | null;
            supportUrl?: string | null;
            readonly lastUpdateTime?: string;
        };
        BrandingPreview: {
            html: string;
            hints: string[];
            fieldHints: components["schemas"]["BrandingHint"][];
        };
        BrandingPreviewInput: {
            displayName?: string | null;
            accentColor?: string | null;
            logo?: string | null;
            supportEmail?: string | null;
            supportUrl?: string | null;
            readonly lastUpdateTime?: string;
            state?: ("REGISTERED" | "WAITING" | "ARRIVING" | "ENDED" | "EXPIRED" | "FAILED") | null;
        };
        BuyerInfo: {
            adyenBuyer?: components["schemas"]["AdyenBuyer"];
            amountsByCurrency?: components["schemas"]["AmountsOfCurrency"][];
            awsBuyer?: components["schemas"]["AwsAccountIdentifier"];
            azureBuyer?: components["schemas"]["AzureADIdentifier"];
            chargebeeCustomerID?: string;
            collectableAmount?: number;
            companyInfo?: components["schemas"]["CompanyInfo"];
            customerId?: string;
            disbursedAmount?: number;
            emailAddress?: string;
            fields?: {
                [key: string]: unknown;
            };
            gcpBuyer?: components["schemas"]["GcpMarketplaceUserAccount"];
            grossAmount?: number;
            invoicedAmount?: number;
            lagoCustomerId?: string;
            lastModifiedBy?: string;
            metronomeCustomerId?: string;
            orbCustomerId?: string;
            paymentConfig?: components["schemas"]["PaymentConfig"];
            quickbooksCustomerId?: string;
            snowflakeBuyer?: components["schemas"]["SnowflakeMarketplaceBuyer"];
            spaUrl?: string;
            stripeBuyer?: components["schemas"]["StripeCustomer"];
            stripeCustomerId?: string;
        };
        CancelEntitlementInput: {
            info?: {
                awsReasonCode?: ("INCORRECT_TERMS_ACCEPTED" | "REPLACING_AGREEMENT" | "TEST_AGREEMENT" | "ALTERNATIVE_PROCUREMENT_CHANNEL" | "PRODUCT_DISCONTINUED" | "UNINTENDED_RENEWAL" | "BUYER_DISSATISFACTION" | "OTHER") | null;
                awsReasonDescription?: string | null;
            } | null;
        };
        CancellationSchedule: {
            cancelDate?: string;
            creationDate?: string;
            note?: string;
            type?: "EndOfTerm" | "Immediate" | "SpecificDate";
        } & {
            [key: string]: unknown;
        };
        ChatNotificationConfig: {
            enabled: boolean;
            webhookUrl?: string;
            scopes: string[];
        };
        ChatNotificationConfigInput: {
            enabled?: boolean | null;
            webhookUrl?: string | null;
            scopes?: string[] | null;
        };
        Commission: {
            id: string;
            partnerId: string;
            referralId: string;
            side: "SELLER" | "PARTNER";
            dealName: string;
            buyerCompany: components["schemas"]["ReferralBuyerCompany"];
            wonTime: string;
            dealValue: number;
            status: "PENDING_CONFIRMATION" | "CONFIRMED" | "INVOICED" | "PAID" | "CLAWED_BACK" | "VOIDED";
            amount: number;
            currency: string;
            terms: components["schemas"]["RevenueShare"];
            history: components["schemas"]["CommissionStep"][];
            pendingUpdate?: components["schemas"]["CommissionTermsUpdate"];
            invoiceNumber?: string;
            paidTime?: string;
            creationTime: string;
            lastUpdateTime: string;
        };
        CommissionPage: {
            data: components["schemas"]["Commission"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        CommissionStep: {
            time: string;
            status: "PENDING_CONFIRMATION" | "CONFIRMED" | "INVOICED" | "PAID" | "CLAWED_BACK" | "VOIDED";
            action: string;
            by: string;
            amount: number;
            note?: string;
            invoiceNumber?: string;
            paidTime?: string;
            revenueShare?: components["schemas"]["RevenueShare"];
        };
        CommissionTermsUpdate: {
            status: "PROPOSED" | "ACCEPTED" | "REJECTED" | "WITHDRAWN";
            revenueShare: components["schemas"]["RevenueShare"];
            reason: string;
            proposedTime: string;
            amount: number;
        };
        CommitDimension: {
            category?: string;
            description?: string;
            isUserCreated?: boolean;
            key?: string;
            length?: number;
            maximumUsers?: number;
            minimumUsers?: number;
            name?: string;
            quantity?: number;
            rate?: number;
            term?: string;
            termEndTime?: string;
            timeUnit?: "DAY" | "MONTH" | "YEAR";
            type?: "FLAT_RATE" | "PER_USER";
            types?: string[];
        };
        CommitDimensionInput: {
            category?: string;
            description?: string;
            isUserCreated?: boolean;
            key?: string;
            length?: number;
            maximumUsers?: number;
            minimumUsers?: number;
            name?: string;
            quantity?: number;
            rate?: number;
            term?: string;
            termEndTime?: string;
            timeUnit?: "DAY" | "MONTH" | "YEAR";
            type?: "FLAT_RATE" | "PER_USER";
            types?: string[];
        };
        CompanyInfo: {
            addressLine1?: string;
            addressLine2?: string;
            city?: string;
            country?: string;
            emailDomain?: string;
            name?: string;
            postalCode?: string;
            state?: string;
            validFrom?: string;
        };
        CompanyInfoInput: {
            addressLine1?: string;
            addressLine2?: string;
            city?: string;
            country?: string;
            emailDomain?: string;
            name?: string;
            postalCode?: string;
            state?: string;
            validFrom?: string;
        };
        ConnectedIntegration: {
            id: string;
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN" | "SALESFORCE" | "HUBSPOT" | "SMTP" | "SLACK" | "MICROSOFT";
            service: "MARKETPLACE" | "COSELL" | "PAYMENT" | "CRM" | "EMAIL" | "CHATBOT" | "TEAMS";
            accountId?: string;
            endpoint?: string;
            endpoints?: {
                [key: string]: string;
            };
            addresses: {
                [key: string]: {
                    address: string;
                    from: "SET" | "ENDPOINT" | "REGION" | "STANDARD";
                };
            };
            region?: string;
            meteringRegion?: string;
            credentialFields: string[];
            status: "CONNECTED" | "ERROR";
            mode?: "LIVE" | "SHADOW";
            hookPath?: string;
            settings?: {
                settleMinutes?: number;
                latePolicy?: "ROLL_FORWARD" | "HOLD";
                autoApprove?: boolean;
                productCodeProducts?: string[];
                enableCommitWithAdditionalUsageMetering?: boolean;
                enableCommitWithAdditionalUsageAtListPrice?: boolean;
            };
            reportFrom?: string;
            lastSyncTime?: string;
            lastVerifiedTime?: string;
            lastError?: {
                code: string;
                message: string;
                partnerMessage?: string;
            };
            failing?: {
                call: "LISTING" | "AGREEMENT" | "USAGE" | "CUSTOMER" | "REVENUE" | "REFERRAL" | "CRM" | "CHANGE" | "REFERRAL_CHANGE" | "CRM_CHANGE" | "APPROVAL" | "LANDING" | "CUSTOMER_CHANGE" | "PAYMENT_METHOD" | "MAIL" | "MESSAGE" | "VERIFICATION";
                code: string;
                message: string;
                partnerMessage?: string;
                since: string;
            }[];
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
            hookSecret: string | null;
        };
        Contact: {
            company?: string;
            email?: string;
            name?: string;
        };
        ContactInput: {
            company?: string;
            email?: string;
            name?: string;
        };
        CosellFieldMapping: {
            target: string;
            source?: string;
            expression?: string;
            values?: {
                [key: string]: string;
            };
            standard?: unknown;
            form?: "TEXT" | "NUMBER" | "MONEY" | "DAY" | "DATE" | "TIME" | "LIST" | "BOOLEAN";
            direction: "TO_PARTNER" | "TO_CRM" | "BOTH";
            isPaused: boolean;
        };
        CosellFieldMappingInput: {
            target: string;
            source?: string;
            expression?: string;
            values?: {
                [key: string]: string;
            };
            standard?: string | number | boolean | string[];
            form?: "TEXT" | "NUMBER" | "MONEY" | "DAY" | "DATE" | "TIME" | "LIST" | "BOOLEAN";
            direction: "TO_PARTNER" | "TO_CRM" | "BOTH";
            isPaused: boolean;
        };
        CosellMapping: {
            crm: "SALESFORCE" | "HUBSPOT";
            partner: "AWS" | "AZURE" | "GCP";
            isDefault: boolean;
            conflictRule: "CRM_WINS" | "PARTNER_WINS" | "NEWEST_WINS";
            fields: components["schemas"]["CosellFieldMapping"][];
            lastUpdatedBy?: string;
            lastUpdateTime?: string;
        };
        CosellMappingInput: {
            readonly crm?: string;
            readonly partner?: string;
            readonly isDefault?: boolean;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
            conflictRule: "CRM_WINS" | "PARTNER_WINS" | "NEWEST_WINS";
            fields: components["schemas"]["CosellFieldMappingInput"][];
        };
        CosellMetric: {
            startDate: string;
            endDate: string;
            totals: components["schemas"]["CosellMetricTotals"];
            byStatus: components["schemas"]["CosellMetricStatus"][];
            byStage: components["schemas"]["CosellMetricStage"][];
            byPartner: components["schemas"]["CosellMetricPartner"][];
            winRate: number | null;
            averageDaysToClose: number | null;
            series: components["schemas"]["CosellMetricDay"][];
        };
        CosellMetricDay: {
            date: string;
            created: number;
            won: number;
            lost: number;
        };
        CosellMetricDealValue: {
            currency: string;
            amount: number;
        };
        CosellMetricPartner: {
            partner: "AWS" | "AZURE" | "GCP" | "DIRECT";
            count: number;
            dealValue: components["schemas"]["CosellMetricDealValue"][];
        };
        CosellMetricStage: {
            stage: "PROSPECT" | "QUALIFIED" | "TECHNICAL_VALIDATION" | "BUSINESS_VALIDATION" | "COMMITTED" | "LAUNCHED" | "CLOSED_LOST";
            count: number;
            dealValue: components["schemas"]["CosellMetricDealValue"][];
        };
        CosellMetricStatus: {
            status: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "SUBMITTED" | "IN_REVIEW" | "ACTION_REQUIRED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WON" | "LOST" | "ARCHIVED";
            count: number;
            dealValue: components["schemas"]["CosellMetricDealValue"][];
        };
        CosellMetricTotals: {
            count: number;
            dealValue: components["schemas"]["CosellMetricDealValue"][];
        };
        CosellPartnerContact: {
            name: string;
            email: string;
            title: string;
            role: string;
            partner: "AWS" | "AZURE" | "GCP";
            lastSeenTime: string;
        };
        CreateEntitlementInput: {
            organizationId?: string | null;
            buyerId?: string;
            offerId?: string;
            startDate?: string | null;
            endDate?: string | null;
        };
        CreateInvitationInput: {
            recipient: components["schemas"]["InvitationRecipientInput"];
            relationship?: ("RESELLER" | "REFERRAL" | "DISTRIBUTOR" | "TECHNOLOGY" | "SYSTEM_INTEGRATOR" | "MSP") | null;
            engagementType?: ("CO_SELL" | "RESELL" | "REFER" | "SERVICE") | null;
            message?: components["schemas"]["InvitationMessageInput"] | null;
            linkedFileIds?: string[] | null;
            acceptByDays?: number | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly direction?: string;
            readonly status?: string;
            readonly sender?: {
                [key: string]: unknown;
            };
            readonly partnerId?: string;
            readonly acceptBy?: string;
            readonly acceptUrl?: string;
            readonly sentTime?: string;
            readonly resentCount?: number;
            readonly respondedTime?: string;
        };
        CreateReferralOnBehalfInput: {
            partnerId: string;
            buyerCompany: components["schemas"]["ReferralBuyerCompanyInput"];
            name: string;
            dealValue: number;
            currency: string;
            revenueShare: components["schemas"]["RevenueShareInput"];
            targetCloseDate: string;
        };
        CreateSupportTicketAttachment_request: {
            file: string;
        };
        DivideEntitlementCommitInput: {
            commitAmount?: number | null;
            startDates: string[];
        };
        DomainEvent: {
            id: string;
            type: "api_client.created" | "api_client.deleted" | "billable_metric.created" | "billable_metric.deleted" | "billable_metric.restored" | "billable_metric.updated" | "branding.updated" | "buyer.created" | "buyer.customer_deleted" | "buyer.imported" | "buyer.push_failed" | "buyer.updated" | "cancellation_request.acknowledged" | "cancellation_request.approved" | "cancellation_request.created" | "cancellation_request.failed" | "cancellation_request.rejected" | "cancellation_request.withdraw_failed" | "cancellation_request.withdrawn" | "commission.clawed_back" | "commission.confirmed" | "commission.created" | "commission.invoiced" | "commission.paid" | "commission.terms_accepted" | "commission.terms_proposed" | "commission.terms_rejected" | "commission.terms_withdrawn" | "commission.updated" | "commission.voided" | "connection.connected" | "connection.disconnected" | "connection.failed" | "connection.recovered" | "connection.updated" | "connection.verified" | "contact.created" | "contact.updated" | "cosell_mapping.updated" | "entitlement.cancel_failed" | "entitlement.cancel_requested" | "entitlement.cancellation_scheduled" | "entitlement.cancellation_unscheduled" | "entitlement.cancelled" | "entitlement.created" | "entitlement.end_soon" | "entitlement.ending" | "entitlement.license_assigned" | "entitlement.renewed" | "entitlement.reinstated" | "entitlement.renewal_failed" | "entitlement.renewal_requested" | "entitlement.seats_failed" | "entitlement.seats_requested" | "entitlement.started" | "entitlement.suspended" | "entitlement.updated" | "entitlement.waits" | "exchange_rate.updated" | "invoice.canceled" | "invoice.carried_over" | "invoice.charged_again" | "invoice.created" | "invoice.finalized" | "invoice.paid" | "invoice.partly_disputed" | "invoice.payment_failed" | "invoice.written_off" | "message.created" | "message.failed" | "message.sent" | "notification_config.updated" | "oauth_app.created" | "oauth_app.deleted" | "oauth_app.secret_rotated" | "offer.accepted" | "offer.cancel_failed" | "offer.cancel_requested" | "offer.cancelled" | "offer.contacts_notified" | "offer.create_failed" | "offer.created" | "offer.deleted" | "offer.expire_soon" | "offer.expired" | "offer.extend_failed" | "offer.extend_requested" | "offer.extended" | "offer.imported" | "offer.purchase_failed" | "offer.rejected" | "offer.released" | "offer.replaced" | "offer.reprice_failed" | "offer.reprice_requested" | "offer.repriced" | "offer.started" | "offer.submitted" | "offer.updated" | "offer.used" | "offer.withdraw_failed" | "offer.withdrawn" | "offer_set.accepted" | "offer_set.cancelled" | "offer_set.create_failed" | "offer_set.created" | "offer_set.expired" | "offer_set.released" | "offer_set.submitted" | "organization.created" | "organization.updated" | "onboarding.updated" | "partner_file.created" | "partner_file.deleted" | "partner_file.shared" | "partner_file.unshared" | "partner_invitation.accepted" | "partner_invitation.cancelled" | "partner_invitation.created" | "partner_invitation.declined" | "partner_invitation.expired" | "partner_invitation.received" | "partner_invitation.resent" | "partner_relationship.created" | "partner_relationship.ended" | "partner_relationship.established" | "partner_relationship.resumed" | "partner_relationship.updated" | "product.create_failed" | "product.created" | "product.deleted" | "product.imported" | "product.publish_failed" | "product.publish_requested" | "product.published" | "product.released" | "product.replaced" | "product.submitted" | "product.update_failed" | "product.update_requested" | "product.updated" | "revenue.part_faulty" | "revenue.sync_failed" | "revenue.synced" | "revenue_difference.found" | "revenue_difference.resolved" | "role.created" | "referral.accepted" | "referral.action_required" | "referral.archived" | "referral.create_failed" | "referral.created" | "referral.expired" | "referral.lost" | "referral.received" | "referral.rejected" | "referral.reopened" | "referral.submitted" | "referral.sync_failed" | "referral.updated" | "referral.won" | "role.deleted" | "role.updated" | "support_ticket.attachment_added" | "support_ticket.attachment_deleted" | "support_ticket.closed" | "support_ticket.commented" | "support_ticket.created" | "support_ticket.first_answer_overdue" | "support_ticket.reopened" | "support_ticket.resolution_overdue" | "support_ticket.status_changed" | "support_ticket.updated" | "usage_record_group.created" | "usage_record_group.invalid" | "usage_comparison.differed" | "usage_meter.resumed" | "usage_meter.silent" | "usage_metering_config.updated" | "usage_record_group.deleted" | "usage_record_group.retried" | "usage_record_report.created" | "usage_record_report.updated" | "user.invited" | "user.joined" | "user.removed" | "user.updated" | "wallet.charge_begun" | "wallet.charge_failed" | "wallet.charged" | "wallet.closed" | "wallet.created" | "wallet.deleted" | "wallet.expired" | "wallet.refund_begun" | "wallet.refund_failed" | "wallet.refunded" | "wallet.removed" | "wallet.returned" | "wallet.spent" | "wallet.started" | "wallet.updated" | "wallet.verified" | "webhook.created" | "webhook.deleted" | "webhook.disabled" | "webhook.enabled" | "webhook.secret_rotated" | "webhook.updated";
            time: string;
            organizationID: string;
            entityType: string;
            entityId: string;
            entityVersion: number;
            actor: components["schemas"]["DomainEventActor"];
            data: {
                [key: string]: unknown;
            };
        };
        DomainEventActor: {
            type: "user" | "app" | "apikey" | "workflow" | "partner" | "schedule";
            id: string;
            name: string;
        };
        DomainEventPage: {
            data: components["schemas"]["DomainEvent"][];
            cursor: string;
            hasMore: boolean;
        };
        EmailNotificationConfig: {
            scope: string;
            enabled: boolean;
            toEmails: string[];
            ccEmails: string[];
            bccEmails: string[];
            templateId?: string;
        };
        EmailNotificationConfigInput: {
            scope: string;
            enabled?: boolean | null;
            toEmails?: string[] | null;
            ccEmails?: string[] | null;
            bccEmails?: string[] | null;
            templateId?: string | null;
        };
        EntitlementCancellationRequest: {
            id: string;
            organizationID: string;
            entitlementID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            externalRequestID?: string;
            status: "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "VALIDATION_FAILED";
            statusMessage?: string;
            createdAt: string;
            createdBy?: components["schemas"]["EntitlementCancellationRequester"];
            lastUpdatedAt: string;
            info: components["schemas"]["EntitlementCancellationRequestInfo"];
        };
        EntitlementCancellationRequestInfo: {
            awsClientToken?: string;
            awsReasonCode?: "INCORRECT_TERMS_ACCEPTED" | "REPLACING_AGREEMENT" | "TEST_AGREEMENT" | "ALTERNATIVE_PROCUREMENT_CHANNEL" | "PRODUCT_DISCONTINUED" | "UNINTENDED_RENEWAL" | "BUYER_DISSATISFACTION" | "OTHER";
            awsReasonDescription?: string;
        };
        EntitlementCancellationRequestPage: {
            data: components["schemas"]["EntitlementCancellationRequest"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        EntitlementCancellationRequester: {
            email?: string;
            entityId: string;
            entityType: string;
            name: string;
        };
        EntitlementInfo: {
            addons?: components["schemas"]["BillingAddonRecord"][];
            alertDaysBeforeEnd?: number;
            alibabaEntitlements?: {
                [key: string]: unknown;
            }[];
            alibabaOrders?: {
                [key: string]: unknown;
            }[];
            amountsByCurrency?: components["schemas"]["AmountsOfCurrency"][];
            autoRenew?: boolean;
            awsAgreement?: components["schemas"]["AwsMarketplaceAgreementV2"];
            awsChannelPartner?: components["schemas"]["AwsChannelPartner"];
            awsEntitlements?: components["schemas"]["AwsEntitlement"][];
            awsLicenseArn?: string;
            awsOfferSetId?: string;
            azureSubscriptions?: components["schemas"]["AzureMarketplaceSubscription"][];
            billableDimensions?: components["schemas"]["BillableDimension"][];
            billingCycle?: "MONTH_FIRST_DAY" | "ENTITLEMENT_START_DATE";
            billingIntervalInMonths?: number;
            buyerManagementURL?: string;
            collectableAmount?: number;
            commitAmount?: number;
            commitBillingIntervalInMonths?: number;
            commits?: components["schemas"]["CommitDimension"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimension"][];
            dimensionsOversized?: boolean;
            disbursedAmount?: number;
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpEntitlements?: components["schemas"]["GcpMarketplaceEntitlement"][];
            gcpPlans?: components["schemas"]["GcpMarketplaceProductPurchaseOptionSpec"][];
            gracePeriodInDays?: number;
            grossAmount?: number;
            invoicedAmount?: number;
            isMeteringOverageCommit?: boolean;
            netTermsInDays?: number;
            paymentInstallments?: components["schemas"]["PaymentInstallment"][];
            paymentSchedule?: "PREPAY" | "POSTPAY";
            pendingPriceModel?: components["schemas"]["PendingPriceModel"];
            proratedBilling?: boolean;
            refundCancellationPolicy?: string;
            sellerNotes?: string;
            snowflakeOffer?: components["schemas"]["SnowflakeMarketplaceOffer"];
            spaUrl?: string;
            trialConfig?: components["schemas"]["TrialConfig"];
            usageBillingIntervalInMonths?: number;
        };
        EntitlementTermInfo: {
            dimensionQuantityDecimalParts?: {
                [key: string]: number;
            };
            isCommitDivided?: boolean;
            parentEntitlementTermId?: string;
            subEntitlementTermIds?: string[];
            type?: "AutoRenew" | "ManualRenew" | "PlanChange" | "QuantityChange" | "Signup" | "DivideCommit";
        };
        ExchangeRate: {
            date: string;
            currency: string;
            rate: number;
        };
        ExchangeRateInput: {
            date: string;
            currency: string;
            rate: number;
        };
        ExchangeRateTable: {
            name: string;
            currency: string;
            rateCount: number;
            currencies: string[];
            firstDate?: string;
            lastDate?: string;
            lastUpdateTime: string;
            rates?: components["schemas"]["ExchangeRate"][];
        };
        ExchangeRateTables: {
            data: components["schemas"]["ExchangeRateTable"][];
        };
        ExchangeRatesInput: {
            rates: components["schemas"]["ExchangeRateInput"][];
        };
        GcpAgreementDocument: {
            key?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        GcpAmountConstraint: {
            defaultAmount?: components["schemas"]["GcpAmountUnit"];
            maxAmount?: components["schemas"]["GcpAmountUnit"];
            minAmount?: components["schemas"]["GcpAmountUnit"];
        } & {
            [key: string]: unknown;
        };
        GcpAmountUnit: {
            nanos?: number;
            units?: string;
        } & {
            [key: string]: unknown;
        };
        GcpCommitmentAmountPerPeriodTemplate: {
            currencyCode?: string;
            decimalAmountConstraint?: components["schemas"]["GcpAmountConstraint"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceAgreementDocument: {
            eulaAgreementDocument?: components["schemas"]["GcpMarketplaceDocument"];
            sowAgreementDocument?: components["schemas"]["GcpMarketplaceDocument"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceConsumer: {
            project?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceDocument: {
            description?: string;
            documentBody?: string;
            documentType?: string;
            externalGoogleLink?: components["schemas"]["GcpMarketplaceExternalGoogleLink"];
            name?: string;
            unstructuredDocument?: components["schemas"]["GcpMarketplaceUnstructuredDocument"];
            updateTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceEntitlement: {
            account?: string;
            consumers?: components["schemas"]["GcpMarketplaceConsumer"][];
            createTime?: string;
            id?: string;
            inputProperties?: number[];
            messageToUser?: string;
            name?: string;
            newOfferDuration?: string;
            newOfferEndTime?: string;
            newOfferStartTime?: string;
            newPendingOffer?: string;
            newPendingOfferDuration?: string;
            newPendingPlan?: string;
            newPlan?: string;
            offer?: string;
            offerDuration?: string;
            offerEffectiveTime?: string;
            offerEndTime?: string;
            plan?: string;
            product?: string;
            productExternalName?: string;
            provider?: string;
            quoteExternalName?: string;
            state?: "ENTITLEMENT_STATE_UNSPECIFIED" | "ENTITLEMENT_ACTIVATION_REQUESTED" | "ENTITLEMENT_ACTIVE" | "ENTITLEMENT_PENDING_CANCELLATION" | "ENTITLEMENT_CANCELLED" | "ENTITLEMENT_PENDING_PLAN_CHANGE" | "ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL" | "ENTITLEMENT_SUSPENDED";
            subscriptionEndTime?: string;
            updateTime?: string;
            usageReportingId?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceExistingOfferData: {
            entitlement?: components["schemas"]["GcpMarketplaceEntitlement"];
            existingPriceModelType?: "" | "PRICE_MODEL_TYPE_UNSPECIFIED" | "CUD" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "PAYG" | "PAYG_WITH_CUD";
            hasEntitlementChanged?: boolean;
            privateOffer?: components["schemas"]["GcpMarketplaceExistingPrivateOffer"];
            standardOffer?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceExistingPrivateOffer: {
            agreement?: string;
            customEula?: components["schemas"]["GcpMarketplaceDocument"];
            installmentTimeline?: components["schemas"]["GcpMarketplacePrivateOfferInstallmentTimeline"];
            name?: string;
            offerTerm?: components["schemas"]["GcpMarketplacePrivateOfferTerm"];
            paymentSchedule?: "" | "PREPAY" | "POSTPAY";
            priceModel?: components["schemas"]["GcpMarketplacePrivateOfferPriceModel"];
            serviceLevel?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceExternalGoogleLink: {
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceIsvInfo: {
            contactEmail?: string;
            contactName?: string;
            partnerAdvantageAccountLegalName?: string;
            partnerAdvantageId?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceMeteringMetricValue: {
            boolValue?: boolean;
            doubleValue?: number;
            endTime?: string;
            int64Value?: string;
            labels?: {
                [key: string]: string;
            };
            moneyValue?: components["schemas"]["GcpMarketplaceMeteringMoney"];
            startTime?: string;
            stringValue?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceMeteringMetricValueSet: {
            metricName?: string;
            metricValues?: components["schemas"]["GcpMarketplaceMeteringMetricValue"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceMeteringMoney: {
            currencyCode?: string;
            nanos?: number;
            units?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceMeteringOperation: {
            consumerId?: string;
            endTime?: string;
            labels?: {
                [key: string]: string;
            };
            metricValueSets?: components["schemas"]["GcpMarketplaceMeteringMetricValueSet"][];
            operationId?: string;
            operationName?: string;
            startTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceOfferTemplatePolicies: {
            allowAutoRenewal?: boolean;
            allowScheduledStartDate?: boolean;
            maxRenewalTimes?: string;
            offerDealType?: "OFFER_DEAL_TYPE_UNSPECIFIED" | "CHANNEL_SHIFT" | "MIGRATION" | "NATIVE_RENEWAL";
            proration?: "PRORATION_UNSPECIFIED" | "NOT_PRORATED_ANNIVERSARY_DATES" | "PRORATED";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOffer: {
            activeEntitlement?: components["schemas"]["GcpMarketplaceEntitlement"];
            agencyEnabled?: boolean;
            agreement?: string;
            agreementDocuments?: components["schemas"]["GcpMarketplaceAgreementDocument"];
            cancelTime?: string;
            customerInfo?: components["schemas"]["GcpMarketplacePrivateOfferCustomerInfo"];
            existingOfferData?: components["schemas"]["GcpMarketplaceExistingOfferData"];
            expireTime?: string;
            features?: components["schemas"]["GcpMarketplaceProductFeatureValue"][];
            installmentTimeline?: components["schemas"]["GcpMarketplacePrivateOfferInstallmentTimeline"];
            lifecycleState?: string;
            metricInformation?: components["schemas"]["GcpMarketplacePrivateOfferMetricInformation"];
            migrationMetadata?: components["schemas"]["GcpMarketplacePrivateOfferMigrationMetadata"];
            name?: string;
            offerId?: string;
            offerSource?: "OFFER" | "RESOLD";
            offerState?: "OFFER_ACTIVE" | "OFFER_ACTIVATING" | "OFFER_SCHEDULED" | "OFFER_ENTITLEMENT_ACCOUNT_PENDING" | "OFFER_PUBLISHED" | "OFFER_LAPSED" | "OFFER_EXPIRED" | "OFFER_CANCELLED" | "OFFER_UNAVAILABLE" | "OFFER_DRAFT" | "OFFER_APPROVAL_FAILED";
            offerTerm?: components["schemas"]["GcpMarketplacePrivateOfferTerm"];
            offerTitle?: string;
            offerTitleAutoGenerated?: boolean;
            paymentSchedule?: "" | "PREPAY" | "POSTPAY";
            policies?: components["schemas"]["GcpMarketplacePrivateOfferPolicies"];
            priceModel?: components["schemas"]["GcpMarketplacePrivateOfferPriceModel"];
            priceModelType?: "" | "PRICE_MODEL_TYPE_UNSPECIFIED" | "CUD" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "PAYG" | "PAYG_WITH_CUD";
            privateOfferRevenueShare?: components["schemas"]["GcpMarketplacePrivateOfferRevenueShare"];
            providerCancellationInternalNote?: string;
            providerInfo?: components["schemas"]["GcpMarketplacePrivateOfferProviderInfo"];
            providerInternalNote?: string;
            providerPublicNote?: string;
            purchaseChannel?: components["schemas"]["GcpMarketplacePurchaseChannel"];
            purchaseTime?: string;
            replacementMetadata?: components["schemas"]["GcpMarketplacePrivateOfferReplacementMetadata"];
            resellerInfo?: components["schemas"]["GcpMarketplaceResellerInfo"];
            serviceLevel?: string;
            updateTime?: string;
            useLegacyPartnerEula?: boolean;
            userLabels?: string[];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferCustomerInfo: {
            address?: string;
            contact?: string;
            email?: string;
            organization?: string;
            unverifiedBillingAccount?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferInstallment: {
            priceModel?: components["schemas"]["GcpMarketplacePrivateOfferPriceModel"];
            startTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferInstallmentTimeline: {
            installments?: components["schemas"]["GcpMarketplacePrivateOfferInstallment"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferMetricDetail: {
            displayName?: string;
            parentCommerceService?: string;
            skuId?: string;
            tiers?: components["schemas"]["GcpPriceTier"][];
            unitDescription?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferMetricInformation: {
            metricDetails?: components["schemas"]["GcpMarketplacePrivateOfferMetricDetail"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferMigrationMetadata: {
            inventoryFlavorExternalName?: string;
            productExternalName?: string;
            projectId?: string;
            projectNumber?: string;
            providerId?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPolicies: {
            cancellationPolicy?: string;
            defaultRenewalPolicy?: string;
            downgradePolicy?: string;
            maxRenewalTimes?: string;
            offerDealType?: "OFFER_DEAL_TYPE_UNSPECIFIED" | "CHANNEL_SHIFT" | "MIGRATION" | "NATIVE_RENEWAL";
            purchaseApproval?: string;
            purchaseApprovalOverride?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModel: {
            baseOffer?: string;
            commitment?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelCommitment"];
            fixedPrice?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelFixed"];
            oneTimeCredit?: components["schemas"]["GcpPriceValue"];
            overage?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelOverage"];
            payg?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelPayg"];
            previousCreditBalancePolicy?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModelCommitment: {
            commitmentAmountPerPeriod?: components["schemas"]["GcpPriceValue"];
            discount?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelDiscount"];
            period?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModelDiscount: {
            discountPercentage?: components["schemas"]["GcpAmountUnit"];
            discountedPrice?: components["schemas"]["GcpPriceValue"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModelFixed: {
            discount?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelDiscount"];
            period?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModelOverage: {
            discount?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelDiscount"];
            skuDiscounts?: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferPriceModelPayg: {
            discount?: components["schemas"]["GcpMarketplacePrivateOfferPriceModelDiscount"];
            skuDiscounts?: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferProviderInfo: {
            creatorEmailAddress?: string;
            salesContactEmail?: string;
            salesContactName?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferReplacementMetadata: {
            cotermAlignment?: string;
            replacedOffer?: string;
            replacedOfferEndTime?: string;
            replacementPolicy?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferRevenueShare: {
            autoRenewRevenueShare?: components["schemas"]["GcpMarketplaceRevenueShareValue"];
            revenueShare?: components["schemas"]["GcpMarketplaceRevenueShareValue"];
            revenueShareChanges?: components["schemas"]["GcpMarketplaceRevenueShareChange"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferTerm: {
            enableScheduledStartTimes?: boolean;
            endTime?: string;
            startPolicy?: "" | "OFFER_START_POLICY_IMMEDIATE" | "OFFER_START_POLICY_SCHEDULED";
            startTime?: string;
            termDuration?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferTermDurationConstraint: {
            defaultDuration?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePrivateOfferTermTemplate: {
            enableScheduledStartTimes?: boolean;
            endTime?: string;
            paymentRecurrence?: string;
            startPolicy?: "" | "OFFER_START_POLICY_IMMEDIATE" | "OFFER_START_POLICY_SCHEDULED";
            startTime?: string;
            termDuration?: components["schemas"]["GcpPeriodDuration"];
            termDurationConstraint?: components["schemas"]["GcpMarketplacePrivateOfferTermDurationConstraint"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProduct: {
            createTime?: string;
            derivedDiscoveryState?: components["schemas"]["GcpMarketplaceProductDerivedDiscoveryState"];
            id?: string;
            lastPublishTime?: string;
            listingSpec?: components["schemas"]["GcpMarketplaceProductListingSpec"];
            marketplace?: "marketplaces/google-cloud";
            name?: string;
            revisionCreateTime?: string;
            revisionId?: string;
            service?: string;
            serviceConfig?: components["schemas"]["GcpMarketplaceProductServiceConfig"];
            validationSummary?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductDerivedDiscoveryState: {
            accessState?: "ALLUSERS_ACCESSIBLE" | "NOT_ALLUSERS_ACCESSIBLE" | "NOT_PUBLISHED";
            searchState?: "ADMIN_OVERRIDE_UNSEARCHABLE" | "SEARCHABLE";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductDocumentationSpec: {
            description?: string;
            title?: string;
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductExternalAccountSpec: {
            loginUri?: string;
            signupUri?: string;
            singleSignOnUri?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductFeature: {
            description?: string;
            name?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductFeatureValue: {
            featureDescription?: string;
            featureName?: string;
            featureTitle?: string;
            featureValue?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductInfo: {
            flavorExternalName?: string;
            productExternalName?: string;
            providerId?: string;
            serviceLevel?: string;
            serviceName?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductLicenseSpec: {
            description?: string;
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductListingSpec: {
            externalAccountSpec?: components["schemas"]["GcpMarketplaceProductExternalAccountSpec"];
            listingType?: "BillingIntegratedManagedService";
            marketingSpec?: components["schemas"]["GcpMarketplaceProductMarketingSpec"];
            purchaseSpec?: components["schemas"]["GcpMarketplaceProductPurchaseSpec"];
            termsSpec?: components["schemas"]["GcpMarketplaceProductTermsSpec"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductMarketingSpec: {
            description?: string;
            displayNames?: string[];
            documentationSpecs?: components["schemas"]["GcpMarketplaceProductDocumentationSpec"][];
            eulaUrl?: string;
            externalLicenseSpecs?: components["schemas"]["GcpMarketplaceProductLicenseSpec"][];
            externalMarketingUrl?: string;
            icon?: string;
            searchCategories?: string[];
            searchDescription?: string;
            searchKeywords?: string[];
            signupUri?: string;
            supportSpec?: components["schemas"]["GcpMarketplaceProductSupportSpec"];
            tagLine?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductMeteringMetric: {
            description?: string;
            displayName?: string;
            displayUnit?: string;
            displayUnitDescription?: string;
            id?: string;
            metricKind?: string;
            name?: string;
            priceTiers?: components["schemas"]["GcpPriceTier"][];
            reportingUnit?: string;
            skuId?: string;
            unit?: string;
            valueType?: "" | "VALUE_TYPE_UNSPECIFIED" | "BOOL" | "INT64" | "DOUBLE" | "STRING" | "DISTRIBUTION" | "MONEY";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductPriceInfo: {
            description?: string;
            priceModel?: "FREE" | "SUBSCRIPTION" | "USAGE" | "SUBSCRIPTION_PLUS_USAGE";
            subscriptionPlans?: components["schemas"]["GcpMarketplaceProductSubscriptionPlan"][];
            usageFees?: components["schemas"]["GcpMarketplaceProductUsageFee"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductPurchaseOptionSpec: {
            featureValues?: components["schemas"]["GcpMarketplaceProductFeatureValue"][];
            name?: string;
            priceInfo?: components["schemas"]["GcpMarketplaceProductPriceInfo"];
            purchaseMode?: "PURCHASE_MODE_PRIVATE" | "PURCHASE_MODE_PUBLIC";
            title?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductPurchaseSpec: {
            features?: components["schemas"]["GcpMarketplaceProductFeature"][];
            metrics?: components["schemas"]["GcpMarketplaceProductMeteringMetric"][];
            purchaseOptionSpecs?: components["schemas"]["GcpMarketplaceProductPurchaseOptionSpec"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductServiceConfig: {
            billing?: components["schemas"]["GcpMarketplaceProductServiceConfigBilling"];
            metrics?: components["schemas"]["GcpMarketplaceProductMeteringMetric"][];
            name?: string;
            producerProjectId?: string;
            title?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductServiceConfigBilling: {
            metrics?: string[];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductSubscriptionPlan: {
            period?: string;
            price?: components["schemas"]["GcpPriceValue"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductSupportSpec: {
            description?: string;
            email?: string;
            uri?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductTermsSpec: {
            eulaUri?: string;
            inlineEula?: {
                [key: string]: unknown;
            };
            standardEula?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceProductUsageFee: {
            displayQuantity?: number;
            metricId?: string;
            priceTiers?: components["schemas"]["GcpPriceTier"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplacePurchaseChannel: {
            marketplace?: boolean;
            reseller?: boolean;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerInfo: {
            billingAccountId?: string;
            billingAccountNickname?: string;
            billingAccountOrgDisplayName?: string;
            billingAccountType?: string;
            notesToReseller?: string;
            partnerAccountName?: string;
            resellOfferTemplateId?: string;
            resellerContactEmail?: string;
            resellerContactName?: string;
            resellerPrivateOfferPlanId?: string;
            resellerPrivateOfferPlanScope?: string;
            subBillingAccount?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlan: {
            acceptanceDeadlineTime?: string;
            agreement?: string;
            agreementDocuments?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanAgreementDocuments"];
            amendmentContext?: {
                [key: string]: unknown;
            };
            displayName?: string;
            durationConfig?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanDurationConfig"];
            features?: components["schemas"]["GcpMarketplaceProductFeatureValue"][];
            installmentTimelineTemplate?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanInstallmentTimelineTemplate"];
            isvInfo?: components["schemas"]["GcpMarketplaceIsvInfo"];
            margin?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanMargin"];
            metaInfo?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanMetainfo"];
            name?: string;
            offerTemplatePolicies?: components["schemas"]["GcpMarketplaceOfferTemplatePolicies"];
            offerTermTemplate?: components["schemas"]["GcpMarketplacePrivateOfferTermTemplate"];
            paymentSchedule?: "" | "PREPAY" | "POSTPAY";
            priceModelTemplate?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate"];
            productInfo?: components["schemas"]["GcpMarketplaceProductInfo"];
            replacementMetadata?: {
                [key: string]: unknown;
            };
            resellOfferTemplate?: string;
            resellerInfo?: components["schemas"]["GcpMarketplaceResellerInfo"];
            reusePolicy?: "" | "REUSE_POLICY_SINGLE_USE" | "REUSE_POLICY_MULTI_USE";
            startPolicy?: "" | "START_POLICY_ON_ACCEPTANCE" | "START_POLICY_SCHEDULED";
            state?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanState"];
            stateTransitions?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanStateTransition"][];
            updateTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanAgreementDocuments: {
            isvToCustomerAgreementDocument?: components["schemas"]["GcpMarketplaceDocument"];
            isvToResellerAgreementDocument?: components["schemas"]["GcpMarketplaceDocument"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanDurationConfig: {
            endTime?: string;
            startTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanInstallmentTemplate: {
            priceModelTemplate?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate"];
            startTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanInstallmentTimelineTemplate: {
            installmentTemplates?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanInstallmentTemplate"][];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanMargin: {
            marginPercentage?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanMarginPercentage"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanMarginPercentage: {
            value?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanMetainfo: {
            gcpOrganizationId?: string;
            gcpProjectNumber?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanNewState: {
            stateType?: "" | "STATE_TYPE_DRAFT" | "STATE_TYPE_READY_TO_ACCEPT" | "STATE_TYPE_READY_TO_USE" | "STATE_TYPE_REJECTED" | "STATE_TYPE_USED" | "STATE_TYPE_CANCELED" | "STATE_TYPE_EXPIRED_NEVER_ACCEPTED" | "STATE_TYPE_EXPIRED_ACCEPTED" | "STATE_TYPE_COMPLETED" | "STATE_TYPE_READY_TO_USE_IN_FUTURE";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuList: {
            skus?: string[];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation: {
            skuGroupList?: {
                [key: string]: unknown;
            };
            skuList?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuList"];
            skus?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate: {
            baseOffer?: string;
            commitment?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateCommitment"];
            consumption?: "overage" | "payg";
            fixedPrice?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateFixedPrice"];
            overage?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateOverage"];
            payg?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplatePayg"];
            subscription?: "fixedPrice" | "commitment";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateCommitment: {
            commitmentAmountPerPeriodTemplate?: components["schemas"]["GcpCommitmentAmountPerPeriodTemplate"];
            discountTemplate?: components["schemas"]["GcpPriceModelDiscountTemplate"];
            period?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateFixedPrice: {
            discountTemplate?: components["schemas"]["GcpPriceModelDiscountTemplate"];
            period?: components["schemas"]["GcpPeriodDuration"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateOverage: {
            discountTemplate?: components["schemas"]["GcpPriceModelDiscountTemplate"];
            skuDiscountTemplates?: {
                [key: string]: unknown;
            }[];
            skuRepresentation?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplatePayg: {
            discountTemplate?: components["schemas"]["GcpPriceModelDiscountTemplate"];
            period?: components["schemas"]["GcpPeriodDuration"];
            skuDiscountTemplates?: {
                [key: string]: unknown;
            }[];
            skuRepresentation?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanState: {
            cancellationReason?: {
                [key: string]: unknown;
            };
            comment?: string;
            rejectionReason?: {
                [key: string]: unknown;
            };
            stateType?: "" | "STATE_TYPE_DRAFT" | "STATE_TYPE_READY_TO_ACCEPT" | "STATE_TYPE_READY_TO_USE" | "STATE_TYPE_REJECTED" | "STATE_TYPE_USED" | "STATE_TYPE_CANCELED" | "STATE_TYPE_EXPIRED_NEVER_ACCEPTED" | "STATE_TYPE_EXPIRED_ACCEPTED" | "STATE_TYPE_COMPLETED" | "STATE_TYPE_READY_TO_USE_IN_FUTURE";
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceResellerPrivateOfferPlanStateTransition: {
            newState?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlanNewState"];
            transitionTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceRevenueShareChange: {
            revenueShare?: components["schemas"]["GcpMarketplaceRevenueShareValue"];
            revenueShareType?: "AUTOMATIC" | "MANUAL";
            startTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceRevenueShareValue: {
            value?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceUnstructuredDocument: {
            content?: string;
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceUserAccount: {
            approvals?: components["schemas"]["GcpMarketplaceUserAccountApproval"][];
            billingAccountId?: string;
            createTime?: string;
            id?: string;
            inputProperties?: number[];
            name?: string;
            parentBillingAccountId?: string;
            provider?: string;
            state?: "ACCOUNT_STATE_UNSPECIFIED" | "ACCOUNT_ACTIVE";
            updateTime?: string;
            userInfo?: components["schemas"]["GcpUserInfo"];
        } & {
            [key: string]: unknown;
        };
        GcpMarketplaceUserAccountApproval: {
            name?: string;
            reason?: string;
            state?: "STATE_UNSPECIFIED" | "PENDING" | "APPROVED" | "REJECTED";
            updateTime?: string;
        } & {
            [key: string]: unknown;
        };
        GcpPeriodDuration: {
            count?: number;
            unit?: "MONTHLY_PERIOD" | "YEARLY_PERIOD";
        } & {
            [key: string]: unknown;
        };
        GcpPriceModelDiscountTemplate: {
            discountEconomics?: string;
            discountPercentage?: components["schemas"]["GcpAmountConstraint"];
            discountedPrice?: components["schemas"]["GcpPriceValue"];
            hideDiscountPercentage?: boolean;
        } & {
            [key: string]: unknown;
        };
        GcpPriceTier: {
            fromAmount?: number;
            price?: components["schemas"]["GcpPriceValue"];
            startingUsageAmount?: string;
        } & {
            [key: string]: unknown;
        };
        GcpPriceValue: {
            currencyCode?: string;
            nanos?: number;
            units?: string;
        } & {
            [key: string]: unknown;
        };
        GcpServiceControlReportError: {
            operationId?: string;
            status?: components["schemas"]["GcpServiceControlStatus"];
        } & {
            [key: string]: unknown;
        };
        GcpServiceControlReportResponse: {
            reportErrors?: components["schemas"]["GcpServiceControlReportError"][];
            serviceConfigId?: string;
            serviceRolloutId?: string;
        } & {
            [key: string]: unknown;
        };
        GcpServiceControlStatus: {
            code?: number;
            details?: number[][];
            message?: string;
        } & {
            [key: string]: unknown;
        };
        GcpUserInfo: {
            orders?: string[];
            roles?: string[];
            user_identity?: string;
        } & {
            [key: string]: unknown;
        };
        GenerateInvitationEmailInput: {
            recipient: components["schemas"]["InvitationRecipientInput"];
            relationship?: ("RESELLER" | "REFERRAL" | "DISTRIBUTOR" | "TECHNOLOGY" | "SYSTEM_INTEGRATOR" | "MSP") | null;
            tone?: ("PROFESSIONAL" | "FRIENDLY" | "CONCISE") | null;
            linkedFileIds?: string[] | null;
        };
        GetRevenueReportInput: {
            organizationID: string;
            partner: "AWS" | "AZURE" | "GCP";
            service: "MARKETPLACE";
            reportType: "GrossAmount" | "InvoicedAmount" | "CollectableAmount" | "DisbursedAmount";
            groupBy?: ("day" | "month") | null;
            productID?: string | null;
            entitlementID?: string | null;
            buyerID?: string | null;
        };
        HandOffImportError: {
            code: string;
            message: string;
        };
        HandOffImportResult: {
            changed: number;
            unchanged: number;
            failed: number;
            results: components["schemas"]["HandOffImportRow"][];
        };
        HandOffImportRow: {
            line: number;
            referralId?: string;
            status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "SUBMITTED" | "IN_REVIEW" | "ACTION_REQUIRED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WON" | "LOST" | "ARCHIVED";
            stage?: "PROSPECT" | "QUALIFIED" | "TECHNICAL_VALIDATION" | "BUSINESS_VALIDATION" | "COMMITTED" | "LAUNCHED" | "CLOSED_LOST";
            changed: boolean;
            error?: components["schemas"]["HandOffImportError"];
        };
        HeldUsage: {
            cause: string;
            quantity: number;
        };
        IdentityApiClient: {
            id: string;
            organizationID: string;
            type: "API_KEY" | "BEARER_TOKEN";
            role: "VIEWER" | "EDITOR";
            apiKeyHash: string;
            secret?: string | null;
            provider?: string;
            info?: number[];
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
            lastUsedTime?: string;
        };
        IdentityApiClientInput: {
            type: "API_KEY" | "BEARER_TOKEN";
            role: "VIEWER" | "EDITOR";
            secret?: string | ("" | string) | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly apiKeyHash?: string;
            readonly provider?: string;
            readonly info?: number[];
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        IdentityBuyer: {
            id: string;
            organizationID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            name: string;
            description: string;
            externalID?: string;
            companyID?: string;
            s3KeyLogo?: string;
            contactIds: string[];
            tags: string[];
            info: components["schemas"]["BuyerInfo"];
            creationTime: string;
            lastUpdateTime: string;
        };
        IdentityBuyerChange: {
            chargebeeCustomerID?: string | null;
            customerId?: string | null;
            lagoCustomerId?: string | null;
            metronomeCustomerId?: string | null;
            orbCustomerId?: string | null;
            quickbooksCustomerId?: string | null;
            companyInfo?: components["schemas"]["CompanyInfoInput"] | null;
            companyID?: string | null;
            description?: string | null;
            emailAddress?: string | null;
            paymentConfig?: components["schemas"]["PaymentConfigInput"] | null;
            stripeCustomerId?: string | null;
            tags?: string[] | null;
            name?: string | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly partner?: string;
            readonly externalID?: string;
        };
        IdentityBuyerInput: {
            chargebeeCustomerID?: string | null;
            customerId?: string | null;
            lagoCustomerId?: string | null;
            metronomeCustomerId?: string | null;
            orbCustomerId?: string | null;
            quickbooksCustomerId?: string | null;
            companyInfo?: components["schemas"]["CompanyInfoInput"] | null;
            companyID?: string | null;
            description?: string | null;
            emailAddress?: string | null;
            paymentConfig?: components["schemas"]["PaymentConfigInput"] | null;
            stripeCustomerId?: string | null;
            tags?: string[] | null;
            partner: "STRIPE" | "ADYEN";
            name?: string | null;
            adyenCustomerId?: string | null;
        };
        IdentityBuyerPage: {
            data: components["schemas"]["IdentityBuyer"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        IdentityConctactInfoInput: {
            companyLocation?: string | null;
            companyName?: string | null;
            lastModifiedBy?: string | null;
            partner?: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | null;
            phoneNumber?: string | null;
            role?: string | null;
        };
        IdentityContact: {
            id: string;
            organizationID: string;
            emailAddress: string;
            name: string;
            companyContactId?: string;
            info: {
                companyLocation?: string;
                companyName?: string;
                lastModifiedBy?: string;
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                phoneNumber?: string;
                role?: string;
            };
            tags: string[];
            creationTime: string;
            lastUpdateTime: string;
        };
        IdentityContactChange: {
            emailAddress?: string;
            name?: string | null;
            info?: components["schemas"]["IdentityConctactInfoInput"] | null;
            tags?: string[] | null;
            companyContactId?: string | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        IdentityContactInput: {
            emailAddress: string;
            name?: string | null;
            info?: components["schemas"]["IdentityConctactInfoInput"] | null;
            tags?: string[] | null;
            companyContactId?: string | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        IdentityContactPage: {
            data: components["schemas"]["IdentityContact"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        ImportCosellHandOffInput: string;
        Integration: {
            id: string;
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN" | "SALESFORCE" | "HUBSPOT" | "SMTP" | "SLACK" | "MICROSOFT";
            service: "MARKETPLACE" | "COSELL" | "PAYMENT" | "CRM" | "EMAIL" | "CHATBOT" | "TEAMS";
            accountId?: string;
            endpoint?: string;
            endpoints?: {
                [key: string]: string;
            };
            addresses: {
                [key: string]: {
                    address: string;
                    from: "SET" | "ENDPOINT" | "REGION" | "STANDARD";
                };
            };
            region?: string;
            meteringRegion?: string;
            credentialFields: string[];
            status: "CONNECTED" | "ERROR";
            mode?: "LIVE" | "SHADOW";
            hookPath?: string;
            settings?: {
                settleMinutes?: number;
                latePolicy?: "ROLL_FORWARD" | "HOLD";
                autoApprove?: boolean;
                productCodeProducts?: string[];
                enableCommitWithAdditionalUsageMetering?: boolean;
                enableCommitWithAdditionalUsageAtListPrice?: boolean;
            };
            reportFrom?: string;
            lastSyncTime?: string;
            lastVerifiedTime?: string;
            lastError?: {
                code: string;
                message: string;
                partnerMessage?: string;
            };
            failing?: {
                call: "LISTING" | "AGREEMENT" | "USAGE" | "CUSTOMER" | "REVENUE" | "REFERRAL" | "CRM" | "CHANGE" | "REFERRAL_CHANGE" | "CRM_CHANGE" | "APPROVAL" | "LANDING" | "CUSTOMER_CHANGE" | "PAYMENT_METHOD" | "MAIL" | "MESSAGE" | "VERIFICATION";
                code: string;
                message: string;
                partnerMessage?: string;
                since: string;
            }[];
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
        };
        IntegrationChange: {
            partner?: string | null;
            service?: string | null;
            accountId?: string | null;
            meteringRegion?: string | null;
            credentials?: {
                [key: string]: string;
            };
            endpoints?: {
                [key: string]: string | null;
            } | null;
            endpoint?: string | null;
            region?: string | null;
            mode?: ("LIVE" | "SHADOW") | null;
            reportFrom?: string | null;
            settings?: {
                settleMinutes?: number | null;
                latePolicy?: ("ROLL_FORWARD" | "HOLD") | null;
                autoApprove?: boolean | null;
                productCodeProducts?: string[] | null;
                enableCommitWithAdditionalUsageMetering?: boolean | null;
                enableCommitWithAdditionalUsageAtListPrice?: boolean | null;
            } | null;
            readonly id?: string;
            readonly status?: string;
            readonly hookPath?: string;
            readonly hookSecret?: string;
            readonly addresses?: {
                [key: string]: unknown;
            };
            readonly credentialFields?: string[];
            readonly lastError?: {
                [key: string]: unknown;
            };
            readonly failing?: {
                [key: string]: unknown;
            }[];
            readonly lastSyncTime?: string;
            readonly lastVerifiedTime?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        IntegrationInput: {
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN" | "SALESFORCE" | "HUBSPOT" | "SMTP" | "SLACK" | "MICROSOFT";
            service: "MARKETPLACE" | "COSELL" | "PAYMENT" | "CRM" | "EMAIL" | "CHATBOT" | "TEAMS";
            accountId?: string | null;
            meteringRegion?: string | null;
            credentials: {
                [key: string]: string;
            };
            endpoints?: {
                [key: string]: string | null;
            } | null;
            endpoint?: string | null;
            region?: string | null;
            mode?: ("LIVE" | "SHADOW") | null;
            reportFrom?: string | null;
            settings?: {
                settleMinutes?: number | null;
                latePolicy?: ("ROLL_FORWARD" | "HOLD") | null;
                autoApprove?: boolean | null;
                productCodeProducts?: string[] | null;
                enableCommitWithAdditionalUsageMetering?: boolean | null;
                enableCommitWithAdditionalUsageAtListPrice?: boolean | null;
            } | null;
            readonly id?: string;
            readonly status?: string;
            readonly hookPath?: string;
            readonly hookSecret?: string;
            readonly addresses?: {
                [key: string]: unknown;
            };
            readonly credentialFields?: string[];
            readonly lastError?: {
                [key: string]: unknown;
            };
            readonly failing?: {
                [key: string]: unknown;
            }[];
            readonly lastSyncTime?: string;
            readonly lastVerifiedTime?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        IntegrationPage: {
            data: components["schemas"]["Integration"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        Invitation: {
            id: string;
            organizationID: string;
            direction: "OUTBOUND" | "INBOUND";
            status: "PENDING" | "ACCEPTED" | "DECLINED" | "CANCELLED" | "EXPIRED";
            recipient: components["schemas"]["InvitationRecipient"];
            sender: components["schemas"]["InvitationSender"];
            partnerId?: string;
            message: components["schemas"]["InvitationMessage"];
            linkedFileIds: string[];
            acceptBy: string;
            acceptUrl?: string | null;
            sentTime: string;
            resentCount: number;
            respondedTime?: string;
        };
        InvitationEmail: {
            subject: string;
            body: string;
            html: string;
            writtenBy: "TEMPLATE" | "WRITER";
        };
        InvitationMessage: {
            subject: string;
            body: string;
        };
        InvitationMessageInput: {
            subject?: string | null;
            body?: string | null;
        };
        InvitationPage: {
            data: components["schemas"]["Invitation"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        InvitationRecipient: {
            companyName: string;
            email: string;
            name?: string;
            website?: string;
        };
        InvitationRecipientInput: {
            companyName: string;
            email: string;
            name?: string | null;
            website?: string | null;
        };
        InvitationSender: {
            organizationID: string;
            organizationName: string;
            userName: string;
        };
        InvitePartner: {
            invitedMpnId: string;
            notes: string;
            assistanceRequestCode: string;
        };
        Invoice: {
            id: string;
            organizationID: string;
            entitlementID: string;
            entitlementTermID?: string;
            buyerID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            type: "COMMIT" | "INSTALLMENT" | "USAGE" | "ADDON" | "FINAL" | "REFUND";
            status: "DRAFT" | "FINALIZED" | "CANCELED";
            paymentStatus: "PENDING" | "PROCESSING" | "SUCCESS" | "FAILED";
            currency: string;
            amount: number;
            creditAmount: number;
            chargedAmount: number;
            refundedAmount: number;
            lostAmount?: number;
            refundOf?: string;
            carriedTo?: string;
            periodStart?: string;
            periodEnd?: string;
            lines: components["schemas"]["InvoiceLine"][];
            finalizeTime: string;
            dueTime?: string;
            paidTime?: string;
            attempts: number;
            nextAttemptTime?: string;
            error?: components["schemas"]["InvoiceError"];
            creationTime: string;
            lastUpdateTime: string;
        };
        InvoiceError: {
            code: string;
            message: string;
        };
        InvoiceLine: {
            kind: "COMMIT" | "INSTALLMENT" | "USAGE" | "ADDON" | "USED_PART" | "TERM_CREDIT" | "TERM_COMMIT" | "CARRIED_OVER" | "REFUND";
            key?: string;
            name: string;
            description?: string;
            quantity?: number;
            rate?: number;
            amount: number;
            steps?: components["schemas"]["InvoicePriceStep"][];
        };
        InvoicePage: {
            data: components["schemas"]["Invoice"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        InvoicePriceStep: {
            kind: string;
            group: string;
            description: string;
            quantity?: number;
            rate?: number;
            amount: number;
        };
        KnowledgeResult: {
            id: string;
            title: string;
            url: string;
            source: "MARKETPLACE" | "SERVICE" | "API";
            snippet: string;
            score: number;
        };
        KnowledgeSearchInput: {
            query: string;
            limit?: number;
            sources?: ("MARKETPLACE" | "SERVICE" | "API")[];
        };
        KnowledgeSearchResponse: {
            results: components["schemas"]["KnowledgeResult"][];
        };
        LastModifiedBy: {
            email?: string;
            entityId?: string;
            entityType?: "" | "API_CLIENT" | "AUDITING_EVENT" | "AUTO_SHARE_TASK" | "BUYER" | "CONTACT" | "ENTITLEMENT" | "ENTITLEMENT_TERM" | "HEADLESS_ENTITLEMENTS" | "HUBSPOT_USER" | "INTEGRATION" | "INVOICE" | "NEW_CLIENT" | "NOTIFICATION_MESSAGE" | "OFFER" | "ORGANIZATION" | "PAYMENT_TRANSACTION" | "PRODUCT" | "REFERRAL" | "REVENUE_RECORD" | "SERVICE" | "SUPPORT_TICKET" | "UNPURCHASED_OFFERS" | "USAGE_RECORD_GROUP" | "USAGE_RECORD_REPORT" | "USER" | "WORKFLOW" | "WORKFLOW_EXECUTION" | "WORKFLOW_WEBHOOK" | "ORGANIZATION_INFO";
            name?: string;
        } & {
            [key: string]: unknown;
        };
        LinkablePartnerFile: {
            id: string;
            name: string;
            contentType: string;
            size: number;
            creationTime: string;
            sharedWith: "ALL_PARTNERS" | "PARTNER";
            url: string;
        };
        ListNotificationEventsResponse: {
            notificationEvents: components["schemas"]["NotificationEventItem"][];
            totalCount?: number;
            nextOffset?: number;
        };
        ListNotificationMessagesResponse: {
            notificationMessages: components["schemas"]["NotificationMessage"][];
            totalCount?: number;
            nextOffset?: number;
        };
        ListOperationsResponse: {
            operations: components["schemas"]["Operation"][];
            offsetToken?: string;
        };
        ListOperationsV2RequestInput: {
            filter?: components["schemas"]["OperationFilterInput"] | null;
            limit: number | null;
            offsetToken?: string | null;
        };
        ListRevenueRecordDetailsResponse: {
            revenueRecordDetails: components["schemas"]["RevenueRecordDetail"][];
            nextOffset?: number;
        };
        ListRevenueRecordsResponse: {
            revenueRecords: components["schemas"]["RevenueRecord"][];
            nextOffset?: number;
        };
        ListSupportTicketsResponse: {
            items: components["schemas"]["SupportTicket"][];
            totalCount: number;
        };
        ListUsageMeteringDailyRecordsResponse: {
            usageMeteringDailyRecords: components["schemas"]["UsageMeteringDailyRecord"][];
            nextOffset?: number;
        };
        ListUsageRecordGroupsResponse: {
            usageRecordGroups: components["schemas"]["MeteringUsageRecordGroup"][];
            nextOffset?: number;
        };
        ListUsageRecordReportsResponse: {
            usageRecordReports: components["schemas"]["MeteringUsageRecordReport"][];
            nextOffset?: number;
        };
        MeteringDimension: {
            category?: string;
            description?: string;
            includedBaseQuantities?: components["schemas"]["AzureIncludedBaseQuantity"][];
            key?: string;
            name?: string;
            planId?: string;
            planName?: string;
            priceTiers?: components["schemas"]["GcpPriceTier"][];
            rate?: number;
            skuId?: string;
            types?: string[];
            usageCount?: components["schemas"]["UsageCount"];
            valueType?: "VALUE_TYPE_UNSPECIFIED" | "BOOL" | "INT64" | "DOUBLE" | "STRING" | "DISTRIBUTION" | "MONEY";
        };
        MeteringDimensionInput: {
            category?: string;
            description?: string;
            includedBaseQuantities?: components["schemas"]["AzureIncludedBaseQuantity"][];
            key?: string;
            name?: string;
            planId?: string;
            planName?: string;
            priceTiers?: components["schemas"]["GcpPriceTier"][];
            rate?: number;
            skuId?: string;
            types?: string[];
            usageCount?: components["schemas"]["UsageCount"];
            valueType?: "VALUE_TYPE_UNSPECIFIED" | "BOOL" | "INT64" | "DOUBLE" | "STRING" | "DISTRIBUTION" | "MONEY";
        };
        MeteringUsageRecord: {
            key?: string;
            properties?: {
                [key: string]: unknown;
            };
            quantity?: number;
        };
        MeteringUsageRecordGroup: {
            id: string;
            organizationID: string;
            entitlementID: string;
            buyerID?: string;
            partner?: "AWS" | "AZURE" | "GCP";
            status: string;
            records: {
                [key: string]: number;
            };
            metaInfo: components["schemas"]["MeteringUsageRecordGroupMetaInfo"];
            usageAllocations?: {
                [key: string]: {
                    quantity?: number;
                    tags?: {
                        key?: string;
                        value?: string;
                    }[];
                }[];
            };
            dimensionStates: {
                [key: string]: components["schemas"]["UsageDimensionState"];
            };
            usageRecordReportID?: string;
            reportedTime?: string;
            serialID?: number;
            creationTime: string;
            lastUpdateTime: string;
        };
        MeteringUsageRecordGroupMetaInfo: {
            SkipValidation?: boolean;
            billableRecords?: components["schemas"]["MeteringUsageRecord"][];
            lagoAmount?: number;
            lagoSubscriptionID?: string;
            lagoUsageStartTime?: string;
            metronomeDailyCostAmount?: number;
            metronomeInvoiceID?: string;
            metronomeMonthlyInvoiceAmount?: number;
            metronomeMonthlyInvoiceAmountAdjusted?: number;
            originRecords?: {
                [key: string]: number;
            };
            source?: "" | "API" | "INTERNAL" | "LAGO" | "METRONOME" | "ORB" | "STRIPE";
            stripeInvoiceID?: string;
            stripePeriodEndTime?: string;
            stripePeriodStartTime?: string;
            stripeSubscriptionItemID?: string;
            stripeUsageRecordSummaryID?: string;
            stripeUsageRecordSummaryTotalUsage?: number;
            timestamp?: string;
            originalHour?: string;
        } & {
            [key: string]: unknown;
        };
        MeteringUsageRecordReport: {
            id: string;
            organizationID: string;
            entitlementID: string;
            entitlementTermID: string;
            partner: string;
            productID?: string;
            buyerID?: string;
            creationTime: string;
            info: components["schemas"]["MeteringUsageRecordReportInfo"];
        };
        MeteringUsageRecordReportInfo: {
            startTime?: string;
            endTime?: string;
            partner?: string;
            status?: "" | "SUCCESS" | "FAILED" | "CREATED" | "INVOICED" | "DELETED" | "CANCELED";
            message?: string;
            reportedRecords?: {
                [key: string]: number;
            };
            dimensionStates?: {
                [key: string]: components["schemas"]["UsageReportDimensionState"];
            };
            includedRecords?: {
                [key: string]: number;
            };
            creditRecords?: {
                [key: string]: number;
            };
            decimalParts?: {
                [key: string]: number;
            };
            newDecimalParts?: {
                [key: string]: number;
            };
            usageRecordGroupIds?: string[];
            awsMeteringRequest?: components["schemas"]["AwsMarketplaceMeteringBatchMeterUsageInput"];
            awsMeteringResponse?: components["schemas"]["AwsMeteringBatchMeterUsageOutput"];
            azureMeteringRequest?: components["schemas"]["AzureMarketplaceMeteringBatchUsageEvent"];
            azureMeteringResponse?: components["schemas"]["AzureMeteringBatchUsageEventOkResponse"];
            gcpMeteringRequest?: components["schemas"]["GcpMarketplaceMeteringOperation"];
            gcpMeteringResponse?: components["schemas"]["GcpServiceControlReportResponse"];
            alibabaMeteringRequest?: {
                [key: string]: unknown;
            };
            alibabaMeteringResponse?: {
                [key: string]: unknown;
            };
            aggregatedBillableRecords?: components["schemas"]["AggregatedMeteringUsageRecord"][];
            commitAmount?: number;
            creditAmount?: number;
            dimensionCategories?: {
                [key: string]: string;
            };
            dimensionUnitListPrice?: {
                [key: string]: number;
            };
            dimensionUnitPrice?: {
                [key: string]: number;
            };
            recordsToReportBeforeAdjustmentAtListPrice?: {
                [key: string]: number;
            };
            usedCommitAmount?: number;
            usedCommitAmountIncrement?: number;
            usedCreditAmount?: number;
            usedCreditAmountIncrement?: number;
        };
        MicrosoftSolution: {
            id: string;
            name: string;
            publisherName: string;
            solutionType: "MICROSOFT" | "THIRD_PARTY";
            type: string;
        };
        NewPartnerFileInput: {
            name: string;
            content: string;
        };
        NonRecurringRevenue: {
            itemID: string;
            entitlementID: string;
            buyerID: string;
            productID: string;
            partner: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | "";
            currency: string;
            amount: number;
        };
        NotificationConfigInfo: {
            emailNotificationConfigs: components["schemas"]["EmailNotificationConfig"][];
            slack: components["schemas"]["ChatNotificationConfig"];
            microsoftTeams: components["schemas"]["ChatNotificationConfig"];
            webhook: components["schemas"]["WebhookNotificationConfig"];
            allEmailNotificationScopes: string[];
            enableExpireSoonOfferWorkflowNotification: boolean;
            daysToExpireSoonOfferWorkflowNotification: number;
            disableOfferReadyNotification: boolean;
            templates: components["schemas"]["NotificationTemplate"][];
            digest: components["schemas"]["NotificationDigest"];
            quietHours: components["schemas"]["NotificationQuietHours"];
            timeZone: string;
        };
        NotificationConfigInfoInput: {
            emailNotificationConfigs?: components["schemas"]["EmailNotificationConfigInput"][] | null;
            slack?: components["schemas"]["ChatNotificationConfigInput"] | null;
            microsoftTeams?: components["schemas"]["ChatNotificationConfigInput"] | null;
            webhook?: components["schemas"]["WebhookNotificationConfigInput"] | null;
            readonly allEmailNotificationScopes?: string[];
            enableExpireSoonOfferWorkflowNotification?: boolean | null;
            daysToExpireSoonOfferWorkflowNotification?: number | null;
            disableOfferReadyNotification?: boolean | null;
            templates?: components["schemas"]["NotificationTemplateInput"][] | null;
            digest?: components["schemas"]["NotificationDigestInput"] | null;
            quietHours?: components["schemas"]["NotificationQuietHoursInput"] | null;
            timeZone?: string | null;
        };
        NotificationDigest: {
            mode: "OFF" | "HOURLY" | "DAILY";
            hour: number;
        };
        NotificationDigestInput: {
            mode?: ("OFF" | "HOURLY" | "DAILY") | null;
            hour?: number | null;
        };
        NotificationEvent: {
            action?: "" | "ABNORMAL_ALERT" | "ACCEPT" | "ADD" | "APPROVE" | "CANCEL" | "CLOSE" | "CREATE" | "DELETE" | "ARCHIVE" | "VOID" | "DISBURSE" | "END_SOON" | "EXPIRE" | "EXPIRE_SOON" | "MERGE" | "METER" | "NEW_CLIENT_SIGNUP" | "NOTIFY" | "NOTIFY_CONTACTS" | "OPEN_EMAIL" | "PENDING_CANCEL" | "PENDING_ACCEPTANCE" | "REINSTATE" | "REJECT" | "REOPEN" | "CHARGE" | "REFUND" | "ISSUE" | "SIGN" | "PENDING_PARTNER_ACTION" | "ROTATE_SECRET" | "SUSPEND" | "TEST" | "UPDATE" | "ACE_ENGAGEMENT_SCORE_UPDATE" | "ACE_SALES_REP_UPDATE" | "ACE_CUSTOMER_EMAIL_UPDATE" | "AZURE_STATUS_UPDATE" | "SUBMIT_APPROVAL_REQUEST" | "REVIEW_APPROVAL_REQUEST" | "COMPLETE" | "FAIL" | "WEBHOOK";
            ccContactIds?: string[];
            channels?: ("EMAIL" | "SLACK" | "SMS" | "SNS" | "SALESFORCE" | "WEBHOOK" | "SUGER_SUPPORT" | "MICROSOFT_TEAMS")[];
            contactEmails?: string[];
            contactIds?: string[];
            createdBy?: components["schemas"]["LastModifiedBy"];
            customFields?: {
                [key: string]: unknown;
            };
            entityID?: string;
            entityName?: string;
            entityStatus?: string;
            entityType?: "" | "API_CLIENT" | "AUDITING_EVENT" | "AUTO_SHARE_TASK" | "BUYER" | "CONTACT" | "ENTITLEMENT" | "ENTITLEMENT_TERM" | "HEADLESS_ENTITLEMENTS" | "HUBSPOT_USER" | "INTEGRATION" | "INVOICE" | "NEW_CLIENT" | "NOTIFICATION_MESSAGE" | "OFFER" | "ORGANIZATION" | "PAYMENT_TRANSACTION" | "PRODUCT" | "REFERRAL" | "REVENUE_RECORD" | "SERVICE" | "SUPPORT_TICKET" | "UNPURCHASED_OFFERS" | "USAGE_RECORD_GROUP" | "USAGE_RECORD_REPORT" | "USER" | "WORKFLOW" | "WORKFLOW_EXECUTION" | "WORKFLOW_WEBHOOK" | "ORGANIZATION_INFO";
            eventID?: string;
            eventStatus?: "" | "SCHEDULED" | "PENDING" | "DONE" | "FAILED";
            info?: {
                [key: string]: unknown;
            };
            isActionItem?: boolean;
            lastUpdateTime?: string;
            message?: string;
            organizationID?: string;
            partner?: "" | "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            priority?: "" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            requireAudit?: boolean;
            timestamp?: string;
            title?: string;
            trackEvents?: components["schemas"]["TrackEvent"][];
        } & {
            [key: string]: unknown;
        };
        NotificationEventCreator: {
            entityId: string;
            entityType: "" | "API_CLIENT" | "AUDITING_EVENT" | "AUTO_SHARE_TASK" | "BUYER" | "CONTACT" | "ENTITLEMENT" | "ENTITLEMENT_TERM" | "HEADLESS_ENTITLEMENTS" | "HUBSPOT_USER" | "INTEGRATION" | "INVOICE" | "NEW_CLIENT" | "NOTIFICATION_MESSAGE" | "OFFER" | "ORGANIZATION" | "PAYMENT_TRANSACTION" | "PRODUCT" | "REFERRAL" | "REVENUE_RECORD" | "SERVICE" | "SUPPORT_TICKET" | "UNPURCHASED_OFFERS" | "USAGE_RECORD_GROUP" | "USAGE_RECORD_REPORT" | "USER" | "WORKFLOW" | "WORKFLOW_EXECUTION" | "WORKFLOW_WEBHOOK" | "ORGANIZATION_INFO";
            name: string;
        };
        NotificationEventInfo: {
            type: string;
        };
        NotificationEventItem: {
            eventID: string;
            organizationID: string;
            action: "" | "ABNORMAL_ALERT" | "ACCEPT" | "ADD" | "APPROVE" | "CANCEL" | "CLOSE" | "CREATE" | "DELETE" | "ARCHIVE" | "VOID" | "DISBURSE" | "END_SOON" | "EXPIRE" | "EXPIRE_SOON" | "MERGE" | "METER" | "NEW_CLIENT_SIGNUP" | "NOTIFY" | "NOTIFY_CONTACTS" | "OPEN_EMAIL" | "PENDING_CANCEL" | "PENDING_ACCEPTANCE" | "REINSTATE" | "REJECT" | "REOPEN" | "CHARGE" | "REFUND" | "ISSUE" | "SIGN" | "PENDING_PARTNER_ACTION" | "ROTATE_SECRET" | "SUSPEND" | "TEST" | "UPDATE" | "ACE_ENGAGEMENT_SCORE_UPDATE" | "ACE_SALES_REP_UPDATE" | "ACE_CUSTOMER_EMAIL_UPDATE" | "AZURE_STATUS_UPDATE" | "SUBMIT_APPROVAL_REQUEST" | "REVIEW_APPROVAL_REQUEST" | "COMPLETE" | "FAIL" | "WEBHOOK";
            entityType: "" | "API_CLIENT" | "AUDITING_EVENT" | "AUTO_SHARE_TASK" | "BUYER" | "CONTACT" | "ENTITLEMENT" | "ENTITLEMENT_TERM" | "HEADLESS_ENTITLEMENTS" | "HUBSPOT_USER" | "INTEGRATION" | "INVOICE" | "NEW_CLIENT" | "NOTIFICATION_MESSAGE" | "OFFER" | "ORGANIZATION" | "PAYMENT_TRANSACTION" | "PRODUCT" | "REFERRAL" | "REVENUE_RECORD" | "SERVICE" | "SUPPORT_TICKET" | "UNPURCHASED_OFFERS" | "USAGE_RECORD_GROUP" | "USAGE_RECORD_REPORT" | "USER" | "WORKFLOW" | "WORKFLOW_EXECUTION" | "WORKFLOW_WEBHOOK" | "ORGANIZATION_INFO";
            entityID: string;
            entityName?: string;
            entityStatus?: string;
            partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            priority: "" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            eventStatus: "" | "SCHEDULED" | "PENDING" | "DONE" | "FAILED";
            title: string;
            message: string;
            isActionItem: boolean;
            channels: ("EMAIL" | "SLACK" | "SMS" | "SNS" | "SALESFORCE" | "WEBHOOK" | "SUGER_SUPPORT" | "MICROSOFT_TEAMS")[];
            createdBy: components["schemas"]["NotificationEventCreator"];
            ccContactIds?: string[];
            contactEmails?: string[];
            contactIds?: string[];
            customFields?: {
                [key: string]: unknown;
            };
            trackEvents?: {
                [key: string]: unknown;
            }[];
            requireAudit: boolean;
            info: components["schemas"]["NotificationEventInfo"];
            timestamp: string;
            lastUpdateTime: string;
        };
        NotificationMessage: {
            id: string;
            organizationID: string;
            type: "EMAIL" | "SLACK" | "SMS" | "SNS" | "SALESFORCE" | "WEBHOOK" | "SUGER_SUPPORT" | "MICROSOFT_TEAMS";
            recipient: string;
            info: components["schemas"]["NotificationMessageInfo"];
            status: "SCHEDULED" | "PENDING" | "DONE" | "FAILED";
            attempts: number;
            lastError?: {
                code: string;
                message: string;
            };
            nextAttemptTime?: string;
            doneTime?: string;
            creationTime: string;
            lastUpdateTime: string;
        };
        NotificationMessageInfo: {
            action?: "" | "ABNORMAL_ALERT" | "ACCEPT" | "ADD" | "APPROVE" | "CANCEL" | "CLOSE" | "CREATE" | "DELETE" | "ARCHIVE" | "VOID" | "DISBURSE" | "END_SOON" | "EXPIRE" | "EXPIRE_SOON" | "MERGE" | "METER" | "NEW_CLIENT_SIGNUP" | "NOTIFY" | "NOTIFY_CONTACTS" | "OPEN_EMAIL" | "PENDING_CANCEL" | "PENDING_ACCEPTANCE" | "REINSTATE" | "REJECT" | "REOPEN" | "CHARGE" | "REFUND" | "ISSUE" | "SIGN" | "PENDING_PARTNER_ACTION" | "ROTATE_SECRET" | "SUSPEND" | "TEST" | "UPDATE" | "ACE_ENGAGEMENT_SCORE_UPDATE" | "ACE_SALES_REP_UPDATE" | "ACE_CUSTOMER_EMAIL_UPDATE" | "AZURE_STATUS_UPDATE" | "SUBMIT_APPROVAL_REQUEST" | "REVIEW_APPROVAL_REQUEST" | "COMPLETE" | "FAIL" | "WEBHOOK";
            ccRecipients?: string[];
            customFields?: {
                [key: string]: unknown;
            };
            htmlContent?: string;
            rccRecipients?: string[];
            standardFields?: {
                [key: string]: unknown;
            };
            subject?: string;
            textContent?: string;
        };
        NotificationPreview: {
            subject: string;
            textContent: string;
            htmlContent: string;
            replyTo?: string;
        };
        NotificationPreviewInput: {
            scope: string;
            templateId?: string | null;
            template?: {
                subject: string;
                text: string;
                html?: string | null;
            } | null;
            offerId?: string | null;
            contactId?: string | null;
            personalLine?: string | null;
        };
        NotificationQuietHours: {
            enabled: boolean;
            start: string;
            end: string;
        };
        NotificationQuietHoursInput: {
            enabled?: boolean | null;
            start?: string | null;
            end?: string | null;
        };
        NotificationTemplate: {
            id: string;
            name: string;
            subject: string;
            text: string;
            html?: string;
        };
        NotificationTemplateInput: {
            id: string;
            name?: string | null;
            subject: string;
            text: string;
            html?: string | null;
        };
        NotificationTestInput: {
            channel: "EMAIL" | "SLACK" | "SMS" | "SNS" | "SALESFORCE" | "WEBHOOK" | "SUGER_SUPPORT" | "MICROSOFT_TEAMS";
            scope?: string | null;
            templateId?: string | null;
            toEmails?: string[] | null;
        };
        NullTime: {
            time: string;
            valid: boolean;
        };
        OAuthApp: {
            id: string;
            organizationID: string;
            name: string;
            description: string;
            accessLevel: "VIEWER" | "EDITOR" | "CUSTOM";
            customRoleId?: string;
            clientId: string;
            clientSecret?: string | null;
            jwks?: {
                keys: {
                    [key: string]: string;
                }[];
            };
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
            lastUsedTime?: string;
            callCount30Days: number;
        };
        OAuthAppInput: {
            name: string;
            description?: string | null;
            accessLevel: string;
            customRoleId?: string | null;
            jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            };
            readonly id?: string;
            readonly organizationID?: string;
            readonly clientId?: string;
            readonly clientSecret?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
            readonly lastUsedTime?: string;
            readonly callCount30Days?: number;
        };
        OAuthAppPage: {
            data: components["schemas"]["OAuthApp"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        OfferInfo: {
            additionalEulaUrls?: string[];
            additionalResellerEulaUrls?: string[];
            attachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            autoRenew?: boolean;
            awsAgreementDuration?: string;
            awsChannelPartner?: components["schemas"]["AwsChannelPartner"];
            awsCppoEventDetail?: components["schemas"]["AwsMarketplaceEventBridgeEventDetail"];
            awsCppoOpportunity?: components["schemas"]["AwsMarketplaceCppoOpportunity"];
            awsMachineLearningContractDuration?: number;
            awsMarkupPercentage?: number;
            awsOfferSetId?: string;
            awsResaleAuthorizationId?: string;
            azureOriginalPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"];
            azurePrivateOffer?: components["schemas"]["AzureMarketplacePrivateOffer"];
            azureProductVariant?: components["schemas"]["AzureProductVariant"];
            billableDimensions?: components["schemas"]["BillableDimension"][];
            billingCycle?: "MONTH_FIRST_DAY" | "ENTITLEMENT_START_DATE";
            billingIntervalInMonths?: number;
            buyerAwsAccountIds?: string[];
            buyerAzureTenants?: components["schemas"]["AzureAudience"][];
            commitAmount?: number;
            commitBillingIntervalInMonths?: number;
            commits?: components["schemas"]["CommitDimension"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimension"][];
            discountPercentage?: number;
            docusignEnvelopeIds?: {
                [key: string]: string;
            };
            eulaMergeOrder?: number[];
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpCustomerInfo?: components["schemas"]["GcpMarketplacePrivateOfferCustomerInfo"];
            gcpDuration?: number;
            gcpMetrics?: components["schemas"]["GcpMarketplaceProductMeteringMetric"][];
            gcpOfferDealType?: "OFFER_DEAL_TYPE_UNSPECIFIED" | "CHANNEL_SHIFT" | "MIGRATION" | "NATIVE_RENEWAL";
            gcpPaymentSchedule?: "PREPAY" | "POSTPAY";
            gcpPlans?: components["schemas"]["GcpMarketplaceProductPurchaseOptionSpec"][];
            gcpPrivateOffer?: components["schemas"]["GcpMarketplacePrivateOffer"];
            gcpProviderInfo?: components["schemas"]["GcpMarketplacePrivateOfferProviderInfo"];
            gcpProviderInternalNote?: string;
            gcpProviderPublicNote?: string;
            gcpResellerPrivateOfferPlan?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlan"];
            gcpSowAgreementDocument?: components["schemas"]["GcpAgreementDocument"];
            gcpUsagePlanPriceModel?: "CUD_LIST_PRICE" | "CUD_ALL_USAGE_DISCOUNTED" | "USAGE_DISCOUNT_ONLY";
            gracePeriodInDays?: number;
            isMeteringOverageCommit?: boolean;
            netTermsInDays?: number;
            paymentInstallments?: components["schemas"]["PaymentInstallment"][];
            paymentSchedule?: "PREPAY" | "POSTPAY";
            pdfURL?: string;
            privateOfferUrl?: string;
            proratedBilling?: boolean;
            refundCancellationPolicy?: string;
            resellerAttachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaUrl?: string;
            sellerNotes?: string;
            snowflakeOffer?: components["schemas"]["SnowflakeMarketplaceOffer"];
            startTime?: string;
            taxIds?: string[];
            trialConfig?: components["schemas"]["TrialConfig"];
            usageBillingIntervalInMonths?: number;
            visibility?: "PRIVATE" | "PUBLIC";
        };
        OfferInfoInput: {
            additionalEulaUrls?: string[];
            additionalResellerEulaUrls?: string[];
            attachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            autoRenew?: boolean;
            awsAgreementDuration?: string;
            awsChannelPartner?: components["schemas"]["AwsChannelPartner"];
            awsCppoEventDetail?: components["schemas"]["AwsMarketplaceEventBridgeEventDetail"];
            awsCppoOpportunity?: components["schemas"]["AwsMarketplaceCppoOpportunity"];
            awsMachineLearningContractDuration?: number;
            awsMarkupPercentage?: number;
            awsOfferSetId?: string;
            awsResaleAuthorizationId?: string;
            azureOriginalPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"];
            azurePrivateOffer?: components["schemas"]["AzureMarketplacePrivateOffer"];
            azureProductVariant?: components["schemas"]["AzureProductVariant"];
            billableDimensions?: components["schemas"]["BillableDimensionInput"][];
            billingCycle?: "MONTH_FIRST_DAY" | "ENTITLEMENT_START_DATE";
            billingIntervalInMonths?: number;
            buyerAwsAccountIds?: string[];
            buyerAzureTenants?: components["schemas"]["AzureAudience"][];
            commitAmount?: number;
            commitBillingIntervalInMonths?: number;
            commits?: components["schemas"]["CommitDimensionInput"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimensionInput"][];
            discountPercentage?: number;
            docusignEnvelopeIds?: {
                [key: string]: string;
            };
            eulaMergeOrder?: number[];
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpCustomerInfo?: components["schemas"]["GcpMarketplacePrivateOfferCustomerInfo"];
            gcpDuration?: number;
            gcpMetrics?: components["schemas"]["GcpMarketplaceProductMeteringMetric"][];
            gcpOfferDealType?: "OFFER_DEAL_TYPE_UNSPECIFIED" | "CHANNEL_SHIFT" | "MIGRATION" | "NATIVE_RENEWAL";
            gcpPaymentSchedule?: "PREPAY" | "POSTPAY";
            gcpPlans?: components["schemas"]["GcpMarketplaceProductPurchaseOptionSpec"][];
            gcpPrivateOffer?: components["schemas"]["GcpMarketplacePrivateOffer"];
            gcpProviderInfo?: components["schemas"]["GcpMarketplacePrivateOfferProviderInfo"];
            gcpProviderInternalNote?: string;
            gcpProviderPublicNote?: string;
            gcpResellerPrivateOfferPlan?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlan"];
            gcpSowAgreementDocument?: components["schemas"]["GcpAgreementDocument"];
            gcpUsagePlanPriceModel?: "CUD_LIST_PRICE" | "CUD_ALL_USAGE_DISCOUNTED" | "USAGE_DISCOUNT_ONLY";
            gracePeriodInDays?: number;
            isMeteringOverageCommit?: boolean;
            netTermsInDays?: number;
            paymentInstallments?: components["schemas"]["PaymentInstallmentInput"][];
            paymentSchedule?: "PREPAY" | "POSTPAY";
            pdfURL?: string;
            privateOfferUrl?: string;
            proratedBilling?: boolean;
            refundCancellationPolicy?: string;
            resellerAttachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaUrl?: string;
            sellerNotes?: string;
            snowflakeOffer?: components["schemas"]["SnowflakeMarketplaceOffer"];
            startTime?: string;
            taxIds?: string[];
            trialConfig?: components["schemas"]["TrialConfigInput"];
            usageBillingIntervalInMonths?: number;
            visibility?: "PRIVATE" | "PUBLIC";
        };
        OfferRenewal: {
            upliftPercentage?: number;
            minUpliftPercentage: number;
            maxUpliftPercentage: number;
            deadline?: string;
        };
        OfferSet: {
            id: string;
            organizationID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            name: string;
            status: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "EXPIRED" | "CANCELLED";
            externalID?: string;
            offerIDs: string[];
            buyerIDs: string[];
            expireTime?: string;
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
            info: components["schemas"]["OfferSetInfo"];
            metaInfo: components["schemas"]["WorkloadMetaInfo"];
        };
        OfferSetInfo: {
            awsSolutionID?: string;
            buyerAwsAccountIds?: string[];
            buyerNotes?: string;
        };
        OfferSetInfoInput: {
            awsSolutionID?: string;
            buyerAwsAccountIds?: string[];
            buyerNotes?: string;
        };
        OfferSetInput: {
            id?: string | null;
            name?: string | null;
            partner?: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | null;
            service?: ("DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS") | null;
            offerIDs?: string[] | null;
            info?: components["schemas"]["OfferSetInfoInput"] | null;
            metaInfo?: components["schemas"]["WorkloadMetaInfoInput"] | null;
            readonly organizationID?: string;
            readonly externalID?: string;
            readonly status?: string;
            readonly buyerIDs?: string[];
            readonly expireTime?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        OfferSetPage: {
            data: components["schemas"]["OfferSet"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        OnboardingStatus: {
            intent: "ACTIVE" | "SKIPPED" | "DISMISSED";
            intentTime?: string;
            completedCount: number;
            totalCount: number;
            steps: components["schemas"]["OnboardingStep"][];
        };
        OnboardingStep: {
            key: "ACCOUNT" | "MARKETPLACE" | "CRM" | "NOTIFICATION" | "LISTING" | "READINESS";
            status: "TODO" | "DONE" | "SKIPPED";
            detail: string;
            completedTime?: string;
        };
        Operation: {
            id: string;
            runId: string;
            name: string;
            type: string;
            status: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TIMED_OUT";
            startTime: string;
            endTime?: string;
            message: string;
            memo: {
                orgId: string;
                scope: string;
                service: string;
                partner?: string;
                partnerId?: string;
                entityId: string;
                action: string;
                errorCode?: string;
            };
            childWorkflowOperations?: components["schemas"]["Operation"][];
        };
        OperationEventsResponse: {
            operationHistoryEvent: components["schemas"]["OperationHistoryEvent"][];
        };
        OperationExecutionDetails: {
            workflowID: string;
            runID: string;
            entityId: string;
        };
        OperationFilterInput: {
            operator: "=" | "!=" | "in" | "not_in" | "and" | "or";
            field?: string | null;
            value?: unknown;
            values?: unknown[] | null;
            args?: components["schemas"]["OperationFilterInput"][] | null;
        };
        OperationHistoryEvent: {
            eventId: number;
            eventTime: string;
            eventType: string;
            taskId: number;
            version: number;
            workerMayIgnore: boolean;
            attributes: {
                [key: string]: unknown;
            };
        };
        Organization: {
            id: string;
            name: string;
            description: string;
            emailDomain: string;
            website: string;
            status: "ACTIVE" | "PENDING_APPROVAL" | "DISABLED";
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
            info: {
                [key: string]: unknown;
            };
        };
        OrganizationChange: {
            name?: string;
            description?: string | null;
            website?: string | null;
            emailDomain?: string | null;
            readonly id?: string;
            readonly status?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
            readonly info?: {
                [key: string]: unknown;
            };
        };
        OrganizationInput: {
            name: string;
            description?: string | null;
            website?: string | null;
            emailDomain?: string | null;
            readonly id?: string;
            readonly status?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
            readonly info?: {
                [key: string]: unknown;
            };
        };
        PartnerCommissionAmount: {
            side: "SELLER" | "PARTNER";
            currency: string;
            amount: number;
        };
        PartnerCompany: {
            name: string;
            website: string;
            emailDomain: string;
            industry: string;
            country: string;
            employeeCount: number | null;
            description: string;
        };
        PartnerCompanyInput: {
            name?: string;
            website?: string | null;
            emailDomain?: string | null;
            industry?: string | null;
            country?: string | null;
            employeeCount?: number | null;
            description?: string | null;
        };
        PartnerConnectionSearchResult: {
            id: string;
            name: string;
            awsAccountId: string;
        };
        PartnerContact: {
            name: string;
            email: string;
            jobTitle: string;
            profileUrl: string;
            seniority: string;
        };
        PartnerContactPage: {
            data: components["schemas"]["PartnerContact"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        PartnerFile: {
            id: string;
            name: string;
            contentType: string;
            size: number;
            creationTime: string;
            organizationID: string;
            sharedWith?: "ALL_PARTNERS" | "PARTNER";
            partnerId?: string;
            lastUpdateTime: string;
        };
        PartnerFilePage: {
            data: components["schemas"]["PartnerFile"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        PartnerManager: {
            userId: string;
            name: string;
            email: string;
        };
        PartnerManagerInput: {
            userId: string;
            readonly name?: string;
            readonly email?: string;
        } | null;
        PartnerRelationship: {
            id: string;
            organizationID: string;
            partnerOrganizationID?: string;
            company: components["schemas"]["PartnerCompany"];
            relationship: "RESELLER" | "REFERRAL" | "DISTRIBUTOR" | "TECHNOLOGY" | "SYSTEM_INTEGRATOR" | "MSP";
            engagementType: "CO_SELL" | "RESELL" | "REFER" | "SERVICE";
            status: "INVITED" | "ACTIVE" | "INACTIVE";
            partnerManager?: components["schemas"]["PartnerManager"];
            tags: string[];
            creationTime: string;
            lastUpdateTime: string;
            summary: components["schemas"]["PartnerSummary"];
        };
        PartnerRelationshipPage: {
            data: components["schemas"]["PartnerRelationship"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        PartnerSummary: {
            openReferrals: number;
            wonReferrals: number;
            commissionOwed: components["schemas"]["PartnerCommissionAmount"][];
            commissionPaid: components["schemas"]["PartnerCommissionAmount"][];
        };
        PartnerUsageMeteringConfig: {
            partner: "AWS" | "AZURE" | "GCP";
            dimensionMapping: {
                [key: string]: components["schemas"]["UsageMeteringDimensionMappingValue"];
            };
            dimensionMappingV2: {
                [key: string]: components["schemas"]["UsageMeteringDimensionMappingValue"][];
            };
            enableDimensionMapping: boolean;
            enableBillableDimension: boolean;
            enableCommitWithAdditionalUsageMetering: boolean;
            enableCommitWithAdditionalUsageAtListPrice: boolean;
            settleMinutes?: number;
            latePolicy?: "ROLL_FORWARD" | "HOLD";
            mode?: "LIVE" | "SHADOW";
            reportFrom?: string;
        };
        PartnerUsageMeteringConfigInput: {
            partner: "AWS" | "AZURE" | "GCP";
            dimensionMapping?: {
                [key: string]: components["schemas"]["UsageMeteringDimensionMappingValueInput"];
            } | null;
            dimensionMappingV2?: {
                [key: string]: components["schemas"]["UsageMeteringDimensionMappingValueInput"][];
            } | null;
            enableDimensionMapping?: boolean | null;
            enableBillableDimension?: boolean | null;
            enableCommitWithAdditionalUsageMetering?: boolean | null;
            enableCommitWithAdditionalUsageAtListPrice?: boolean | null;
            settleMinutes?: number | null;
            latePolicy?: ("ROLL_FORWARD" | "HOLD") | null;
            mode?: ("LIVE" | "SHADOW") | null;
            reportFrom?: string | null;
        };
        PaymentConfig: {
            allowedWalletTypes?: ("ach_debit" | "bacs_debit" | "card" | "credit" | "sepa_debit")[];
            currency?: string;
            defaultWalletId?: string;
        };
        PaymentConfigInput: {
            allowedWalletTypes?: ("ach_debit" | "bacs_debit" | "card" | "credit" | "sepa_debit")[];
            currency?: string;
            defaultWalletId?: string;
        };
        PaymentInstallment: {
            amount?: number;
            chargeOn?: string;
            chargeOnStr?: string;
            credit?: number;
            discountPercentage?: number;
            originalAmount?: number;
        };
        PaymentInstallmentInput: {
            amount?: number;
            chargeOn?: string;
            chargeOnStr?: string;
            credit?: number;
            discountPercentage?: number;
            originalAmount?: number;
        };
        PendingPriceModel: {
            applyTime?: string;
            billableDimensions?: components["schemas"]["BillableDimension"][];
            commits?: components["schemas"]["CommitDimension"][];
        };
        PredictQualityScore: {
            referral: components["schemas"]["ReferralDraft"];
        };
        PriceModelBasic: {
            unitAmount?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelBulk: {
            bulkAmount?: number;
            bulkSize?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelMatrix: {
            defaultUnitAmount?: number;
            matrix?: components["schemas"]["PriceModelMatrixConfigGroup"][];
        } & {
            [key: string]: unknown;
        };
        PriceModelMatrixConfigGroup: {
            properties?: components["schemas"]["PriceModelMatrixProperty"][];
            unitAmount?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelMatrixProperty: {
            name?: string;
            value?: string;
        } & {
            [key: string]: unknown;
        };
        PriceModelPercentage: {
            flatFee?: number;
            percentageRate?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelTiered: {
            tiers?: components["schemas"]["PriceModelTieredConfig"][];
        } & {
            [key: string]: unknown;
        };
        PriceModelTieredConfig: {
            firstUnit?: number;
            flatFee?: number;
            lastUnit?: number;
            unitAmount?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelTieredPercentage: {
            tiers?: components["schemas"]["PriceModelTieredPercentageConfig"][];
        } & {
            [key: string]: unknown;
        };
        PriceModelTieredPercentageConfig: {
            firstUnit?: number;
            flatFee?: number;
            lastUnit?: number;
            percentageRate?: number;
        } & {
            [key: string]: unknown;
        };
        PriceModelVolume: {
            tiers?: components["schemas"]["PriceModelVolumeConfig"][];
        } & {
            [key: string]: unknown;
        };
        PriceModelVolumeConfig: {
            flatFee?: number;
            maximumUnits?: number;
            unitAmount?: number;
        } & {
            [key: string]: unknown;
        };
        PricePreview: {
            currency: string;
            amount: number;
            dimensions: components["schemas"]["PricedDimension"][];
        };
        PricePreviewParamsInput: {
            entitlementId?: string | null;
            currency?: string | null;
            billableDimensions?: components["schemas"]["BillableDimensionInput"][] | null;
            period?: components["schemas"]["PricePreviewPeriodInput"] | null;
            usage?: components["schemas"]["PricePreviewUsageInput"][] | null;
        };
        PricePreviewPeriodInput: {
            startTime: string;
            endTime: string;
            usedStartTime?: string | null;
            usedEndTime?: string | null;
            months?: number | null;
        };
        PricePreviewUsageInput: {
            billableMetricId: string;
            properties?: {
                [key: string]: string;
            } | null;
            quantity: number;
        };
        PriceStep: {
            kind: "UNITS" | "PERCENTAGE" | "PACKAGES" | "FLAT_FEE" | "DISCOUNT" | "MINIMUM_COMMIT" | "ROUNDING";
            group?: string;
            description: string;
            quantity?: number;
            rate?: number;
            amount: number;
        };
        PricedDimension: {
            billableMetricId: string;
            name: string;
            quantity: number;
            amount: number;
            steps: components["schemas"]["PriceStep"][];
            omittedSteps?: number;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            code: "BadRequest" | "Unauthorized" | "Forbidden" | "NotFound" | "MethodNotAllowed" | "Conflict" | "PreconditionFailed" | "PayloadTooLarge" | "UnsupportedMediaType" | "IdempotencyMismatch" | "TooManyRequests" | "InternalServerError" | "3rdPartyError" | "ServiceUnavailable";
            message: string;
            info: unknown;
            requestId: string;
        };
        Product: {
            id?: string;
            organizationID?: string;
            name?: string;
            partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            productType?: "UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED";
            status?: string;
            createdBy?: string;
            creationTime?: string;
            lastUpdatedBy?: string;
            lastUpdateTime?: string;
            externalID?: string;
            fulfillmentUrl?: string;
            partnerID?: string;
            sellerID?: string;
            info?: components["schemas"]["ProductInfo"];
            metaInfo?: components["schemas"]["WorkloadMetaInfo"];
        };
        ProductInfo: {
            alibabaProduct?: components["schemas"]["AlibabaMarketplaceProduct"];
            attributes?: {
                [key: string]: string;
            };
            awsAmiProduct?: components["schemas"]["AwsProduct"];
            awsContainerProduct?: components["schemas"]["AwsProduct"];
            awsMachineLearningProduct?: components["schemas"]["AwsProduct"];
            awsProfessionalServicesProduct?: components["schemas"]["AwsProduct"];
            awsSaasProduct?: components["schemas"]["AwsProduct"];
            awsSnsSubscriptions?: components["schemas"]["AwsSnsSubscription"][];
            azureProduct?: components["schemas"]["AzureProduct"];
            azureProductResource?: components["schemas"]["AzureMarketplaceProductResource"];
            commits?: components["schemas"]["CommitDimension"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimension"][];
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpProduct?: components["schemas"]["GcpMarketplaceProduct"];
            refundCancellationPolicy?: string;
            sellerNotes?: string;
            snowflakeProduct?: components["schemas"]["SnowflakeMarketplaceProduct"];
            stripeProduct?: components["schemas"]["StripeProduct"];
        };
        ProductInfoChange: {
            alibabaProduct?: components["schemas"]["AlibabaMarketplaceProduct"] | null;
            attributes?: {
                [key: string]: string;
            } | null;
            awsAmiProduct?: components["schemas"]["AwsProduct"] | null;
            awsContainerProduct?: components["schemas"]["AwsProduct"] | null;
            awsMachineLearningProduct?: components["schemas"]["AwsProduct"] | null;
            awsProfessionalServicesProduct?: components["schemas"]["AwsProduct"] | null;
            awsSaasProduct?: components["schemas"]["AwsProduct"] | null;
            awsSnsSubscriptions?: components["schemas"]["AwsSnsSubscription"][] | null;
            azureProduct?: components["schemas"]["AzureProduct"] | null;
            azureProductResource?: components["schemas"]["AzureMarketplaceProductResource"] | null;
            commits?: components["schemas"]["CommitDimensionInput"][] | null;
            currency?: string | null;
            dimensions?: components["schemas"]["MeteringDimensionInput"][] | null;
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT" | null;
            eulaUrl?: string | null;
            gcpProduct?: components["schemas"]["GcpMarketplaceProduct"] | null;
            refundCancellationPolicy?: string | null;
            sellerNotes?: string | null;
            snowflakeProduct?: components["schemas"]["SnowflakeMarketplaceProduct"] | null;
            stripeProduct?: components["schemas"]["StripeProduct"] | null;
        };
        ProductInfoInput: {
            alibabaProduct?: components["schemas"]["AlibabaMarketplaceProduct"];
            attributes?: {
                [key: string]: string;
            };
            awsAmiProduct?: components["schemas"]["AwsProduct"];
            awsContainerProduct?: components["schemas"]["AwsProduct"];
            awsMachineLearningProduct?: components["schemas"]["AwsProduct"];
            awsProfessionalServicesProduct?: components["schemas"]["AwsProduct"];
            awsSaasProduct?: components["schemas"]["AwsProduct"];
            awsSnsSubscriptions?: components["schemas"]["AwsSnsSubscription"][];
            azureProduct?: components["schemas"]["AzureProduct"];
            azureProductResource?: components["schemas"]["AzureMarketplaceProductResource"];
            commits?: components["schemas"]["CommitDimensionInput"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimensionInput"][];
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpProduct?: components["schemas"]["GcpMarketplaceProduct"];
            refundCancellationPolicy?: string;
            sellerNotes?: string;
            snowflakeProduct?: components["schemas"]["SnowflakeMarketplaceProduct"];
            stripeProduct?: components["schemas"]["StripeProduct"];
        };
        ProductPage: {
            data: components["schemas"]["Product"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        ProposeCommissionUpdateInput: {
            revenueShare: components["schemas"]["RevenueShareInput"];
            reason: string;
        };
        PublishProductInput: {
            id?: string | null;
            organizationID?: string | null;
            readonly name?: string;
            readonly partner?: string;
            readonly service?: string;
            readonly productType?: string;
            readonly fulfillmentUrl?: string;
            readonly info?: {
                [key: string]: unknown;
            };
            readonly metaInfo?: {
                [key: string]: unknown;
            };
            readonly externalID?: string;
            readonly partnerID?: string;
            readonly sellerID?: string;
            readonly status?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
        };
        QualityFactor: {
            name: string;
            points: number;
            maxPoints: number;
            advice: string;
        };
        QualityScore: {
            score: number;
            factors: components["schemas"]["QualityFactor"][];
        };
        Quota: {
            name: string;
            limit: number;
            used: number;
            unit: string;
            period?: string;
        };
        Referral: {
            id: string;
            organizationID: string;
            partner: "AWS" | "AZURE" | "GCP" | "DIRECT";
            direction: "OUTBOUND" | "INBOUND";
            name: string;
            status: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "SUBMITTED" | "IN_REVIEW" | "ACTION_REQUIRED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WON" | "LOST" | "ARCHIVED";
            stage: "PROSPECT" | "QUALIFIED" | "TECHNICAL_VALIDATION" | "BUSINESS_VALIDATION" | "COMMITTED" | "LAUNCHED" | "CLOSED_LOST";
            externalID?: string;
            buyerCompany: components["schemas"]["ReferralBuyerCompany"];
            buyerID?: string;
            dealValue?: number;
            currency?: string;
            targetCloseDate?: string;
            crm?: components["schemas"]["ReferralCrm"];
            info: components["schemas"]["ReferralInfo"];
            partnerView?: components["schemas"]["ReferralPartnerView"];
            acceptBy?: string;
            closeReason?: string;
            closedTime?: string;
            partners: components["schemas"]["ReferralPartnerShare"][];
            commission?: components["schemas"]["ReferralCommission"];
            sync: components["schemas"]["ReferralSync"];
            metaInfo: {
                [key: string]: unknown;
            };
            approvalInfo?: {
                [key: string]: unknown;
            };
            createdBy: string;
            creationTime: string;
            lastUpdatedBy: string;
            lastUpdateTime: string;
        };
        ReferralBatchError: {
            code: string;
            message: string;
            info?: components["schemas"]["ReferralFault"][];
        };
        ReferralBatchItem: {
            [key: string]: unknown;
        };
        ReferralBatchResult: {
            index: number;
            referralId?: string;
            operation?: components["schemas"]["OperationExecutionDetails"];
            error?: components["schemas"]["ReferralBatchError"];
        };
        ReferralBuyerCompany: {
            name: string;
            website?: string;
            country?: string;
            industry?: string;
        };
        ReferralBuyerCompanyInput: {
            name: string;
            website?: string;
            country?: string;
            industry?: string;
        };
        ReferralChange: {
            path: string;
            before: unknown;
            after: unknown;
        };
        ReferralCommission: {
            status: "PENDING_CONFIRMATION" | "CONFIRMED" | "INVOICED" | "PAID" | "CLAWED_BACK" | "VOIDED";
            amount: number;
            currency: string;
            terms: components["schemas"]["RevenueShare"];
            history: components["schemas"]["CommissionStep"][];
            pendingUpdate?: components["schemas"]["CommissionTermsUpdate"];
        };
        ReferralCrm: {
            system: "SALESFORCE" | "HUBSPOT";
            recordId: string;
            url?: string;
        };
        ReferralCrmInput: {
            system: "SALESFORCE" | "HUBSPOT";
            recordId: string;
            url?: string | null;
        };
        ReferralDraft: {
            partner: "AWS" | "AZURE" | "GCP";
            salesforceOpportunityId?: string;
            salesforceAccountId?: string;
            hubspotDealId?: string;
            hubspotCompanyId?: string;
            info: components["schemas"]["ReferralDraftInfo"];
            metaInfo?: {
                [key: string]: unknown;
            };
            approvalInfo?: {
                [key: string]: unknown;
            };
        };
        ReferralDraftInfo: {
            aceOpportunityV2?: {
                [key: string]: unknown;
            };
            createMicrosoftReferralRequest?: {
                [key: string]: unknown;
            };
            gcpOpportunityV2?: {
                [key: string]: unknown;
            };
        };
        ReferralFault: {
            path: string;
            code: string;
            message: string;
        };
        ReferralInfo: {
            aceOpportunityV2?: {
                [key: string]: unknown;
            };
            createMicrosoftReferralRequest?: {
                [key: string]: unknown;
            };
            gcpOpportunityV2?: {
                [key: string]: unknown;
            };
            direct?: {
                [key: string]: unknown;
            };
        };
        ReferralInfoInput: {
            aceOpportunityV2?: {
                [key: string]: unknown;
            };
            createMicrosoftReferralRequest?: {
                [key: string]: unknown;
            };
            gcpOpportunityV2?: {
                [key: string]: unknown;
            };
            direct?: {
                [key: string]: unknown;
            };
        };
        ReferralPage: {
            data: components["schemas"]["Referral"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        ReferralPartnerShare: {
            partnerId: string;
            organizationID?: string;
            revenueShare?: components["schemas"]["RevenueShare"];
            dealValue?: number;
            note?: string;
            commission?: components["schemas"]["ReferralCommission"];
        };
        ReferralPartnerView: {
            status: string;
            reason?: string;
            comments?: string;
            document: {
                [key: string]: unknown;
            };
        };
        ReferralPreview: {
            recordId: string;
            draft?: components["schemas"]["ReferralPreviewDraft"];
            errors: components["schemas"]["ReferralPreviewFault"][];
        };
        ReferralPreviewDraft: {
            partner: "AWS" | "AZURE" | "GCP";
            salesforceOpportunityId?: string;
            hubspotDealId?: string;
            info: components["schemas"]["ReferralPreviewInfo"];
        };
        ReferralPreviewFault: {
            path: string;
            code: string;
            message: string;
        };
        ReferralPreviewInfo: {
            aceOpportunityV2?: {
                [key: string]: unknown;
            };
            createMicrosoftReferralRequest?: {
                [key: string]: unknown;
            };
            gcpOpportunityV2?: {
                [key: string]: unknown;
            };
        };
        ReferralSync: {
            status: "IN_SYNC" | "PENDING" | "FAILED";
            lastSuccessTime?: string;
            lastAttemptTime?: string;
            errors: components["schemas"]["ReferralFault"][];
        };
        ReferralSyncEvent: {
            id: string;
            referralId: string;
            creationTime: string;
            system: "AWS" | "AZURE" | "GCP" | "SALESFORCE" | "HUBSPOT";
            direction: "INBOUND" | "OUTBOUND";
            operationId?: string;
            changes: components["schemas"]["ReferralChange"][];
            conflicts: components["schemas"]["ReferralChange"][];
            error?: {
                code: string;
                message: string;
            };
        };
        ReferralSyncEventPage: {
            data: components["schemas"]["ReferralSyncEvent"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        ReferralValidation: {
            valid: boolean;
            errors: components["schemas"]["ReferralFault"][];
        };
        RenewalDraftOffer: {
            id: string;
            organizationID: string;
            name: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            offerType: "UNKNOWN" | "AMI" | "APPLICATION" | "CONTAINER" | "CONTRACT" | "CPPO_OUT" | "CPPO_IN" | "CPPO" | "CUD" | "DATA" | "DEFAULT" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "FLAT_RATE" | "FREE_TRIAL" | "PAYG" | "PAYG_WITH_CUD" | "PER_USER" | "PRIVATE" | "PROFESSIONAL_SERVICES" | "SAAS" | "SUBSCRIPTION" | "MACHINE_LEARNING";
            status: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "PENDING_CANCEL" | "CANCELLED" | "PENDING_UPDATE" | "UPDATE_FAILED" | "ACTIVE" | "USED" | "DELETED" | "INVALID" | "CANCEL_FAILED" | "CANCEL_SUCCESS" | "CREATE_SUCCESS" | "DEPRECATED" | "PREVIEW" | "READY_TO_USE" | "RESTRICTED" | "TEST" | "UPDATE_SUCCESS" | "PENDING_PARTNER_ACTION" | "VOID" | "ACCEPT_PENDING" | "ACCEPT_FAILED" | "PENDING_MARKETPLACE_APPROVAL";
            subStatus?: "PURCHASE_FAILED" | "PENDING_PURCHASE";
            externalID?: string;
            partnerID?: string;
            productID?: string;
            buyerID?: string;
            contactIds: string[];
            expireTime?: string;
            endTime?: string;
            info: components["schemas"]["RenewalDraftOfferInfo"];
            metaInfo: components["schemas"]["WorkloadMetaInfo"];
            createdBy: string;
            creationTime: string;
            lastUpdatedBy: string;
            lastUpdateTime: string;
        };
        RenewalDraftOfferInfo: {
            additionalEulaUrls?: string[];
            additionalResellerEulaUrls?: string[];
            attachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            autoRenew?: boolean;
            awsAgreementDuration?: string;
            awsChannelPartner?: components["schemas"]["AwsChannelPartner"];
            awsCppoEventDetail?: components["schemas"]["AwsMarketplaceEventBridgeEventDetail"];
            awsCppoOpportunity?: components["schemas"]["AwsMarketplaceCppoOpportunity"];
            awsMachineLearningContractDuration?: number;
            awsMarkupPercentage?: number;
            awsOfferSetId?: string;
            awsResaleAuthorizationId?: string;
            azureOriginalPlan?: components["schemas"]["AzureMarketplacePriceAndAvailabilityPrivateOfferPlan"];
            azurePrivateOffer?: components["schemas"]["AzureMarketplacePrivateOffer"];
            azureProductVariant?: components["schemas"]["AzureProductVariant"];
            billableDimensions?: components["schemas"]["BillableDimension"][];
            billingCycle?: "MONTH_FIRST_DAY" | "ENTITLEMENT_START_DATE";
            billingIntervalInMonths?: number;
            buyerAwsAccountIds?: string[];
            buyerAzureTenants?: components["schemas"]["AzureAudience"][];
            commitAmount?: number;
            commitBillingIntervalInMonths?: number;
            commits?: components["schemas"]["CommitDimension"][];
            currency?: string;
            dimensions?: components["schemas"]["MeteringDimension"][];
            discountPercentage?: number;
            docusignEnvelopeIds?: {
                [key: string]: string;
            };
            eulaMergeOrder?: number[];
            eulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            eulaUrl?: string;
            gcpCustomerInfo?: components["schemas"]["GcpMarketplacePrivateOfferCustomerInfo"];
            gcpDuration?: number;
            gcpMetrics?: components["schemas"]["GcpMarketplaceProductMeteringMetric"][];
            gcpOfferDealType?: "OFFER_DEAL_TYPE_UNSPECIFIED" | "CHANNEL_SHIFT" | "MIGRATION" | "NATIVE_RENEWAL";
            gcpPaymentSchedule?: "PREPAY" | "POSTPAY";
            gcpPlans?: components["schemas"]["GcpMarketplaceProductPurchaseOptionSpec"][];
            gcpPrivateOffer?: components["schemas"]["GcpMarketplacePrivateOffer"];
            gcpProviderInfo?: components["schemas"]["GcpMarketplacePrivateOfferProviderInfo"];
            gcpProviderInternalNote?: string;
            gcpProviderPublicNote?: string;
            gcpResellerPrivateOfferPlan?: components["schemas"]["GcpMarketplaceResellerPrivateOfferPlan"];
            gcpSowAgreementDocument?: components["schemas"]["GcpAgreementDocument"];
            gcpUsagePlanPriceModel?: "CUD_LIST_PRICE" | "CUD_ALL_USAGE_DISCOUNTED" | "USAGE_DISCOUNT_ONLY";
            gracePeriodInDays?: number;
            isMeteringOverageCommit?: boolean;
            netTermsInDays?: number;
            paymentInstallments?: components["schemas"]["PaymentInstallment"][];
            paymentSchedule?: "PREPAY" | "POSTPAY";
            pdfURL?: string;
            privateOfferUrl?: string;
            proratedBilling?: boolean;
            refundCancellationPolicy?: string;
            resellerAttachEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaType?: "SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT";
            resellerEulaUrl?: string;
            sellerNotes?: string;
            snowflakeOffer?: components["schemas"]["SnowflakeMarketplaceOffer"];
            startTime?: string;
            taxIds?: string[];
            trialConfig?: components["schemas"]["TrialConfig"];
            usageBillingIntervalInMonths?: number;
            visibility?: "PRIVATE" | "PUBLIC";
            renewal: components["schemas"]["OfferRenewal"];
        };
        ReplaceExchangeRatesInput: string | components["schemas"]["ExchangeRatesInput"];
        ReplayWebhookInput: {
            from: string;
            to: string;
            onlyFailed?: boolean | null;
            types?: string[] | null;
            cursor?: string | null;
        };
        ReportUsageRecordGroupInput: {
            id?: string;
            entitlementID?: string;
            records?: {
                [key: string]: number;
            };
            timestamp?: string;
            billableRecords?: {
                key?: string;
                properties?: {
                    [key: string]: unknown;
                };
                quantity?: number;
            }[];
            usageAllocations?: {
                [key: string]: {
                    quantity?: number;
                    tags?: {
                        key?: string;
                        value?: string;
                    }[];
                }[];
            };
            metaInfo?: {
                [key: string]: unknown;
            };
            organizationID?: string;
        };
        RevenueAggregate: {
            totals: components["schemas"]["RevenueAggregateTotal"][];
            series: components["schemas"]["RevenueAggregateDay"][];
        };
        RevenueAggregateDay: {
            date: string;
            currency: string;
            invoice: number;
            collectable: number;
            disburse: number;
            tax: number;
            count: number;
        };
        RevenueAggregateTotal: {
            currency: string;
            invoice: number;
            collectable: number;
            disburse: number;
            tax: number;
            count: number;
        };
        RevenueBackfill: {
            workflowID: string;
            runID: string;
            entityId: string;
            windowStart: string;
            windowEnd: string;
        };
        RevenueConnection: {
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            service: "MARKETPLACE" | "PAYMENT";
            status: "CONNECTED" | "ERROR";
            connectedTime: string;
            health: components["schemas"]["RevenueHealth"];
            backfill?: {
                workflowID: string;
                runID: string;
                entityId: string;
                windowStart: string;
                windowEnd: string;
                startTime: string;
                status?: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TIMED_OUT";
            };
        };
        RevenueDifference: {
            id: string;
            organizationID: string;
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            entitlementID: string;
            place: string;
            status: "OPEN" | "RESOLVED";
            kind: "MISSING" | "DOUBLE" | "AMOUNT_DIFFERS" | "CURRENCY_DIFFERS" | "UNEXPECTED" | "NOT_JUDGED";
            cause?: "LATE" | "INVOICED" | "NOT_IN_FEED" | "FEED_FAULT" | "REFUNDED" | "FORGIVEN" | "RESTATED" | "INCLUDED" | "COMMITTED" | "ROUNDING" | "CONVERTED" | "UNPRICED" | "SHADOW";
            period: string;
            currency: string;
            expectedAmount?: number;
            billedAmount: number;
            billedCurrency: string;
            revenueRecordIDs: string[];
            revenueRecordCount: number;
            firstSeenTime: string;
            lastSeenTime: string;
            resolvedTime?: string;
        };
        RevenueDifferencePage: {
            data: components["schemas"]["RevenueDifference"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        RevenueEvent: {
            sequence: number;
            type: "INGESTED" | "BILLED" | "COLLECTED" | "DISBURSED" | "REFUNDED" | "ADJUSTED" | "MATCHED";
            time: string;
            source: components["schemas"]["RevenueEventSource"];
            changes: {
                [key: string]: components["schemas"]["RevenueEventChange"];
            };
            previousHash: string;
            hash: string;
        };
        RevenueEventChange: {
            from: string | null;
            to: string | null;
        };
        RevenueEventSource: {
            system: string;
            reference: string;
            payloadHash: string;
        };
        RevenueHealth: {
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            lastSyncTime?: string;
            lastSyncStatus: "SUCCESS" | "FAILED" | "RUNNING" | "NEVER";
            consecutiveErrorCount: number;
            lastError?: {
                code: string;
                message: string;
                part?: string;
                line?: number;
                partnerMessage?: string;
            };
            nextSyncTime?: string;
        };
        RevenueMetrics: {
            metricsVersion: string;
            settings: components["schemas"]["RevenueMetricsSettings"];
            timeZone: string;
            currency: string;
            rateTable?: string;
            measure: "mrr" | "arr";
            startTime: string;
            endTime: string;
            mrr: number;
            arr: number;
            committedMrr: number;
            usageRunRate: number;
            usageExcessRunRate: number;
            netRevenueRetention: number | null;
            grossRevenueRetention: number | null;
            waterfall: components["schemas"]["RevenueWaterfallPeriod"][];
            groups?: components["schemas"]["RevenueWaterfallGroup"][];
            nonRecurring: components["schemas"]["NonRecurringRevenue"][];
            nonRecurringCount: number;
            currencies: string[];
        };
        RevenueMetricsBuyerPart: {
            kind: "BUYER";
            buyerID: string;
            currency: string;
            opening: string;
            kept: string;
            closing: string;
            rate: string;
        };
        RevenueMetricsCause: {
            itemID: string;
            entitlementID: string;
            termID: string;
            buyerID: string;
            productID: string;
            partner: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | "";
            recordIDs: string[];
            time: string;
            reason: "START" | "END" | "CANCELLATION" | "WITHDRAWAL" | "DISCOUNT" | "BRIDGE_END";
            currency: string;
            exact: string;
        };
        RevenueMetricsExplanation: {
            metricsVersion: string;
            settings: components["schemas"]["RevenueMetricsSettings"];
            timeZone: string;
            currency: string;
            rateTable?: string;
            measure: "mrr" | "arr";
            cell: string;
            metric: string;
            definition: string;
            amount: number | null;
            exact: string | null;
            parts: (components["schemas"]["RevenueMetricsItemPart"] | components["schemas"]["RevenueMetricsMovementPart"] | components["schemas"]["RevenueMetricsRatePart"] | components["schemas"]["RevenueMetricsBuyerPart"] | components["schemas"]["RevenueMetricsUsagePart"])[];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        RevenueMetricsItemPart: {
            kind: "ITEM";
            itemID: string;
            entitlementID: string;
            termID: string;
            buyerID: string;
            productID: string;
            partner: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | "";
            recordIDs: string[];
            currency: string;
            amount: number;
            exact: string;
            rate: string;
            isBridged: boolean;
        };
        RevenueMetricsMovementPart: {
            kind: "MOVEMENT";
            type: ("new" | "reactivation" | "expansion" | "contraction" | "churn") | null;
            buyerID: string;
            time: string;
            currency: string;
            amount: number;
            exact: string;
            rate: string;
            causes: components["schemas"]["RevenueMetricsCause"][];
        };
        RevenueMetricsRatePart: {
            kind: "FX";
            currency: string;
            amount: number;
            exact: string;
            opening: string;
            openingRate: string;
            closingRate: string;
        };
        RevenueMetricsSettings: {
            movements: "gross" | "net";
            renewalGraceDays: number;
            churnRecognition: "period_end" | "immediate";
            discounts: "recurring" | "all" | "none";
            sameMovementMinutes: number;
        };
        RevenueMetricsUsagePart: {
            kind: "USAGE";
            entitlementID: string;
            startTime: string;
            endTime: string;
            currency: string;
            amount: number;
            exact: string;
            revenue: string;
            minimum: string;
            rate: string;
            recordIDs: string[];
        };
        RevenuePayout: {
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            payout: string;
            traceId?: string;
            time: string;
            currency: string;
            amount: number;
            failed: boolean;
            recordsAmount: number;
            withheldAmount?: number;
            lines: number;
            difference?: number;
            convertedFrom?: components["schemas"]["RevenuePayoutConversion"][];
        };
        RevenuePayoutConversion: {
            currency: string;
            recordsAmount: number;
            lines: number;
        };
        RevenuePayoutPage: {
            payouts: components["schemas"]["RevenuePayout"][];
            nextCursor?: string;
        };
        RevenuePayoutRecord: {
            revenueRecordID: string;
            partnerRecordID: string;
            currency: string;
            amount: number;
            paidAmount?: number;
            paidCurrency?: string;
            lines: number;
            entitlementID?: string;
            buyerID?: string;
        };
        RevenuePayoutRecordPage: {
            records: components["schemas"]["RevenuePayoutRecord"][];
            nextCursor?: string;
        };
        RevenueRecord: {
            amount?: number;
            buyerID?: string;
            collectableAmount?: number;
            currency?: string;
            date?: string;
            disburseAmount?: number;
            disburseDate?: string;
            entitlementID?: string;
            id?: string;
            info?: components["schemas"]["RevenueRecordInfo"];
            invoiceAmount?: number;
            invoiceDate?: string;
            organizationID?: string;
            partner?: string;
            paymentDueDate?: string;
            productID?: string;
            refundDisburseAmount?: number;
            refundDisburseDate?: string;
            refundInvoiceAmount?: number;
            refundInvoiceDate?: string;
            taxAmount?: number;
        };
        RevenueRecordDetail: {
            awsRevenueRecordDetail?: components["schemas"]["BillingAwsBillingEvent"];
            azureRevenueRecordDetail?: components["schemas"]["BillingAzureCmaRevenue"];
            gcpRevenueRecordDetail?: components["schemas"]["BillingGcpChargeUsage"];
            id: string;
            dataset: string;
            key: string;
            version: string;
            date: string;
            part: string;
            columns: {
                [key: string]: string | null;
            };
        };
        RevenueRecordInfo: {
            awsRevenueRecords?: components["schemas"]["BillingAwsBillingEvent"][];
            azureRevenueRecords?: components["schemas"]["BillingAzureCmaRevenue"][];
            bankTraceId?: string;
            billingModel?: "" | "SubscriptionBased" | "UsageBased";
            channel?: "DIRECT" | "RESOLD";
            creditAmount?: number;
            disbursementBillingEventId?: string;
            disbursementNotificationSent?: boolean;
            earningId?: string;
            gcpRevenueRecords?: components["schemas"]["BillingGcpChargeUsage"][];
            idSource?: string;
            invoiceId?: string;
            paymentId?: string;
            resellerId?: string;
            resellerName?: string;
            resource?: string;
        };
        RevenueRecordPage: {
            data: components["schemas"]["RevenueRecord"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        RevenueReport: {
            buyerID?: string;
            entitlementID?: string;
            groupBy?: "day" | "month";
            organizationID?: string;
            partner?: string;
            productID?: string;
            reportDate?: string;
            reportType?: "GrossAmount" | "InvoicedAmount" | "CollectableAmount" | "DisbursedAmount";
            revenueRecords?: components["schemas"]["RevenueRecord"][];
            service?: string;
        };
        RevenueShare: {
            type: "REFERRAL_FEE" | "RESELLER_MARGIN" | "REVENUE_SPLIT" | "FINDERS_FEE";
            ratePercent: number;
            capAmount?: number;
            clawbackDays?: number;
        };
        RevenueShareInput: {
            type: "REFERRAL_FEE" | "RESELLER_MARGIN" | "REVENUE_SPLIT" | "FINDERS_FEE";
            ratePercent: number;
            capAmount?: number | null;
            clawbackDays?: number | null;
        };
        RevenueSummary: {
            startDate?: string;
            endDate?: string;
            totals: components["schemas"]["RevenueSummaryTotal"][];
            byPartner: components["schemas"]["RevenueSummaryPartner"][];
            series?: components["schemas"]["RevenueSummaryDay"][];
        };
        RevenueSummaryDay: {
            date: string;
            currency: string;
            billed: number;
            collected: number;
            disbursed: number;
            outstanding: number;
            fee: number;
            tax: number;
            refunded: number;
            count: number;
        };
        RevenueSummaryPartner: {
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            currency: string;
            billed: number;
            collected: number;
            disbursed: number;
            outstanding: number;
            fee: number;
            tax: number;
            refunded: number;
            count: number;
        };
        RevenueSummaryTotal: {
            currency: string;
            billed: number;
            collected: number;
            disbursed: number;
            outstanding: number;
            fee: number;
            tax: number;
            refunded: number;
            count: number;
        };
        RevenueWaterfallGroup: {
            group: string;
            waterfall: components["schemas"]["RevenueWaterfallPeriod"][];
        };
        RevenueWaterfallPeriod: {
            cell: string;
            period: string;
            startTime: string;
            endTime: string;
            isWhole: boolean;
            opening: number;
            new: number;
            expansion: number;
            contraction: number;
            churn: number;
            reactivation: number;
            moved: number;
            fx: number;
            closing: number;
            netNew: number;
            netRevenueRetention: number | null;
            grossRevenueRetention: number | null;
        };
        Role: {
            id: string;
            organizationID: string;
            name: string;
            description: string;
            permissions: ("organization:read" | "product:read" | "buyer:read" | "contact:read" | "offer:read" | "entitlement:read" | "metering:read" | "revenue:read" | "cosell:read" | "prm:read" | "notification:read" | "operation:read" | "support:read" | "knowledge:read" | "organization:write" | "product:write" | "buyer:write" | "contact:write" | "offer:write" | "entitlement:write" | "metering:write" | "revenue:write" | "cosell:write" | "prm:write" | "notification:write" | "operation:write" | "support:write" | "knowledge:write" | "access:read" | "access:write")[];
            createdBy: string;
            creationTime: string;
            lastUpdateTime: string;
        };
        RoleChange: {
            name?: string;
            description?: string | null;
            permissions?: ("organization:read" | "product:read" | "buyer:read" | "contact:read" | "offer:read" | "entitlement:read" | "metering:read" | "revenue:read" | "cosell:read" | "prm:read" | "notification:read" | "operation:read" | "support:read" | "knowledge:read" | "organization:write" | "product:write" | "buyer:write" | "contact:write" | "offer:write" | "entitlement:write" | "metering:write" | "revenue:write" | "cosell:write" | "prm:write" | "notification:write" | "operation:write" | "support:write" | "knowledge:write" | "access:read" | "access:write")[];
            readonly id?: string;
            readonly organizationID?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        RoleInput: {
            name: string;
            description?: string | null;
            permissions: ("organization:read" | "product:read" | "buyer:read" | "contact:read" | "offer:read" | "entitlement:read" | "metering:read" | "revenue:read" | "cosell:read" | "prm:read" | "notification:read" | "operation:read" | "support:read" | "knowledge:read" | "organization:write" | "product:write" | "buyer:write" | "contact:write" | "offer:write" | "entitlement:write" | "metering:write" | "revenue:write" | "cosell:write" | "prm:write" | "notification:write" | "operation:write" | "support:write" | "knowledge:write" | "access:read" | "access:write")[];
            readonly id?: string;
            readonly organizationID?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        RolePage: {
            data: components["schemas"]["Role"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        RotateOAuthAppSecretInput: {
            jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            };
        };
        ScheduleEntitlementCancellationInput: {
            type: "Immediate" | "EndOfTerm" | "SpecificDate";
            cancelDate?: string | null;
            note?: string | null;
            readonly creationDate?: string;
        };
        SendOfferNotificationsInput: string[] | null;
        ServiceStatus: {
            partner: string;
            service: string;
            status: "CONNECTED" | "NOT_CONNECTED" | "ERROR";
            connectedTime?: string;
            lastError?: {
                code: string;
                message: string;
            };
        };
        ServicesAndQuotas: {
            organizationId: string;
            capturedTime: string;
            services: components["schemas"]["ServiceStatus"][];
            quotas: components["schemas"]["Quota"][];
        };
        SettleInvoicePaymentInput: {
            outcome: "MADE";
            externalId: string;
        } | {
            outcome: "NOT_MADE";
            externalId?: string | null;
        };
        SettleUsageRecordReportInput: {
            outcome: "COUNTED" | "NOT_COUNTED";
            dimensions?: string[] | null;
            note: string;
        };
        SharePartnerFileInput: {
            sharedWith?: "ALL_PARTNERS" | "PARTNER";
            partnerId?: string | null;
        };
        SharedPartnerFile: {
            id: string;
            name: string;
            contentType: string;
            size: number;
            creationTime: string;
        };
        SharedPartnerFilePage: {
            data: components["schemas"]["SharedPartnerFile"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        SilentMeter: {
            entitlementID: string;
            partner: string;
            productID?: string;
            buyerID?: string;
            dimension: string;
            usualIntervalDays: number;
            lastUsageDate: string;
            lastUsageTime?: string;
            silentSince: string;
            emptyDays: number;
            announcedTime: string;
        };
        SilentMeterPage: {
            silentMeters: components["schemas"]["SilentMeter"][];
            nextCursor?: string;
        };
        SnowflakeMarketplaceBuyer: {
            snowflakeCustomerID?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceOffer: {
            access_end_time?: string;
            access_start_date_preference?: string;
            access_start_time?: string;
            additional_information?: string;
            comment?: string;
            contract_duration_months?: number;
            contract_type?: string;
            contract_value?: string;
            discount?: number;
            display_name?: string;
            expiration_time?: string;
            invoice_start_date_preference?: string;
            invoice_start_time?: string;
            is_default?: boolean;
            name?: string;
            payment_terms?: components["schemas"]["SnowflakeMarketplaceOfferPaymentTerms"];
            pricing_plan_name?: string;
            state?: string;
            state_updated_on?: string;
            target_consumer?: string;
            terms_of_service?: components["schemas"]["SnowflakeMarketplaceOfferTermsOfService"];
            updated_on?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceOfferPaymentTerms: {
            installment_schedule?: components["schemas"]["SnowflakeMarketplacePlanInstallmentSchedule"];
            payment_type?: "INVOICE" | "CREDIT_CARD" | "INSTALLMENT";
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceOfferTermsOfService: {
            custom_link?: string;
            type?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplacePlanInstallment: {
            installment_amount?: number;
            installment_number?: number;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplacePlanInstallmentSchedule: {
            default_installment_amount?: number;
            installment_duration?: number;
            overridden_installments?: components["schemas"]["SnowflakeMarketplacePlanInstallment"][];
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplacePricingPlanUsageDetails: {
            free_unit_kind?: string;
            free_units?: number;
            max_fee?: number;
            usage_unit_kind?: string;
            usage_unit_price?: number;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceProduct: {
            additionalRegions?: string;
            applicationPackageName?: string;
            attachedShare?: string;
            autofulfillment?: boolean;
            comment?: string;
            createdOn?: string;
            customizedContactInfo?: string;
            defaultPricingPlan?: components["schemas"]["SnowflakeMarketplaceProductDefaultPricingPlan"];
            detailedTargetAccounts?: components["schemas"]["SnowflakeMarketplaceProductDetailedTargetAccount"][];
            distribution?: string;
            evaluationPlan?: string;
            firstPublishedOn?: string;
            flags?: string;
            fulfillmentType?: string;
            globalName?: string;
            isMountlessQueryable?: boolean;
            lastApprovedOn?: string;
            lastPublishedOn?: string;
            lastSubmittedOn?: string;
            listingType?: string;
            metadata?: components["schemas"]["SnowflakeMarketplaceProductMetadata"];
            name?: string;
            pricingPlans?: components["schemas"]["SnowflakeMarketplaceProductPricingPlan"][];
            private?: boolean;
            profileName?: string;
            publishOnApproval?: boolean;
            regions?: string;
            rejectedOn?: string;
            rejectedReason?: string;
            replicationSchedule?: string;
            retiredOn?: string;
            scheduledDropTime?: string;
            shareType?: string;
            state?: string;
            targetAccounts?: string;
            trialDetails?: components["schemas"]["SnowflakeMarketplaceTrialDetails"];
            unpublishedByAdminReason?: string;
            updatedOn?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceProductDefaultPricingPlan: {
            allow_early_access?: boolean;
            base_fee?: number;
            billing_duration?: number;
            currency?: string;
            free_unit_kind?: string;
            free_units?: number;
            installment_schedule?: components["schemas"]["SnowflakeMarketplacePlanInstallmentSchedule"];
            is_auto_renewable?: boolean;
            max_fee?: number;
            payment_type?: string;
            trial_usage_limit?: number;
            trial_usage_unit?: string;
            type?: string;
            usage_unit_kind?: string;
            usage_unit_price?: number;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceProductDetailedTargetAccount: {
            account_identifier?: string;
            company_name?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceProductMetadata: {
            areTermsProvidedOffline?: boolean;
            businessNeeds?: {
                [key: string]: unknown;
            };
            description?: string;
            hasFreeSampleData?: boolean;
            isWithStandardTerms?: boolean;
            paidAttributes?: {
                [key: string]: unknown;
            };
            share?: string;
            title?: string;
            usage?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceProductPricingPlan: {
            base_fee?: number;
            billing_duration_months?: string;
            comment?: string;
            contract_duration_months?: string;
            contract_type?: string;
            currency?: string;
            display_name?: string;
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            pricing_model?: string;
            sales_motion?: string;
            state?: string;
            updated_on?: string;
            usage_details?: components["schemas"]["SnowflakeMarketplacePricingPlanUsageDetails"];
            visibility?: string;
        } & {
            [key: string]: unknown;
        };
        SnowflakeMarketplaceTrialDetails: {
            description?: string;
            trial_time_limit?: number;
            trial_type?: string;
        } & {
            [key: string]: unknown;
        };
        StripeCustomer: {
            address?: components["schemas"]["StripeCustomerAddress"];
            description?: string;
            email?: string;
            id?: string;
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            phone?: string;
        } & {
            [key: string]: unknown;
        };
        StripeCustomerAddress: {
            city?: string;
            country?: string;
            line1?: string;
            line2?: string;
            postal_code?: string;
            state?: string;
        } & {
            [key: string]: unknown;
        };
        StripePaymentMethod: {
            bacs_debit?: components["schemas"]["StripePaymentMethodBACSDebit"];
            card?: components["schemas"]["StripePaymentMethodCard"];
            created?: number;
            id?: string;
            livemode?: boolean;
            object?: string;
            sepa_debit?: components["schemas"]["StripePaymentMethodSEPADebit"];
            us_bank_account?: components["schemas"]["StripePaymentMethodUSBankAccount"];
        } & {
            [key: string]: unknown;
        };
        StripePaymentMethodBACSDebit: {
            fingerprint?: string;
            last4?: string;
            sort_code?: string;
        } & {
            [key: string]: unknown;
        };
        StripePaymentMethodCard: {
            brand?: "amex" | "diners" | "discover" | "eftpos_au" | "jcb" | "mastercard" | "unionpay" | "visa" | "unknown";
            country?: string;
            display_brand?: string;
            exp_month?: number;
            exp_year?: number;
            fingerprint?: string;
            funding?: "credit" | "debit" | "prepaid" | "unknown";
            last4?: string;
        } & {
            [key: string]: unknown;
        };
        StripePaymentMethodSEPADebit: {
            bank_code?: string;
            branch_code?: string;
            country?: string;
            fingerprint?: string;
            last4?: string;
        } & {
            [key: string]: unknown;
        };
        StripePaymentMethodUSBankAccount: {
            account_holder_type?: "individual" | "company";
            account_type?: "checking" | "savings";
            bank_name?: string;
            fingerprint?: string;
            last4?: string;
            routing_number?: string;
        } & {
            [key: string]: unknown;
        };
        StripeProduct: {
            active?: boolean;
            created?: number;
            description?: string;
            id?: string;
            images?: string[];
            livemode?: boolean;
            marketing_features?: components["schemas"]["StripeProductMarketingFeature"][];
            metadata?: {
                [key: string]: string;
            };
            name?: string;
            object?: string;
            package_dimensions?: components["schemas"]["StripeProductPackageDimensions"];
            shippable?: boolean;
            statement_descriptor?: string;
            tax_code?: {
                [key: string]: unknown;
            };
            unit_label?: string;
            updated?: number;
            url?: string;
        } & {
            [key: string]: unknown;
        };
        StripeProductMarketingFeature: {
            name?: string;
        } & {
            [key: string]: unknown;
        };
        StripeProductPackageDimensions: {
            height?: number;
            length?: number;
            weight?: number;
            width?: number;
        } & {
            [key: string]: unknown;
        };
        SupportTicket: {
            id: string;
            organizationId: string;
            name: string;
            description: string;
            priority: "LOW" | "NORMAL" | "HIGH" | "URGENT";
            status: "OPEN" | "IN PROGRESS" | "IN REVIEW" | "BLOCKED" | "CLOSED" | "ARCHIVED" | "DELETED";
            taskType: "Task" | "Bug" | "Feature Request";
            creator: string;
            watchers: string[];
            assignee?: string;
            entityType?: "PRODUCT" | "BUYER" | "CONTACT" | "OFFER" | "OFFER_SET" | "ENTITLEMENT" | "INVOICE" | "BILLABLE_METRIC" | "REFERRAL" | "PARTNER" | "CONNECTION" | "OPERATION";
            entityId?: string;
            creationTime: string;
            lastUpdateTime: string;
            closeTime?: string;
            dueTime?: string;
            targets: components["schemas"]["SupportTicketTargets"];
            commentCount: number;
            attachmentCount: number;
            comments?: components["schemas"]["SupportTicketComment"][];
            attachments?: components["schemas"]["SupportTicketAttachment"][];
        };
        SupportTicketAttachment: {
            id: string;
            title: string;
            mimetype: string;
            size: number;
            url: string;
            date: string;
            thumbnail_large?: string;
            thumbnail_medium?: string;
            thumbnail_small?: string;
        };
        SupportTicketAttachmentPage: {
            data: components["schemas"]["SupportTicketAttachment"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        SupportTicketComment: {
            id: string;
            comment_text: string;
            comment: components["schemas"]["SupportTicketCommentDetail"][];
            visibility: "PUBLIC" | "INTERNAL";
            creator: components["schemas"]["SupportTicketUser"];
            date: string;
        };
        SupportTicketCommentDetail: {
            type: string;
            text?: string;
            attachment?: components["schemas"]["SupportTicketAttachment"];
            frame?: components["schemas"]["SupportTicketFrame"];
            image?: components["schemas"]["SupportTicketImage"];
        };
        SupportTicketCommentInput: {
            comment_text: string;
            visibility?: ("PUBLIC" | "INTERNAL") | null;
            readonly id?: string;
            readonly date?: string;
            readonly creator?: {
                [key: string]: unknown;
            };
            readonly comment?: {
                [key: string]: unknown;
            }[];
        };
        SupportTicketCommentPage: {
            data: components["schemas"]["SupportTicketComment"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        SupportTicketFrame: {
            id?: string;
            url?: string;
        };
        SupportTicketImage: {
            id?: string;
            name?: string;
            title?: string;
            type?: string;
            extension?: string;
            url?: string;
            thumbnail_large?: string;
            thumbnail_medium?: string;
            thumbnail_small?: string;
        };
        SupportTicketInput: {
            name: string;
            description?: string | null;
            priority?: ("LOW" | "NORMAL" | "HIGH" | "URGENT") | null;
            taskType?: ("Task" | "Bug" | "Feature Request") | null;
            creator?: string | ("" | string) | null;
            watchers?: string[] | null;
            entityType?: ("PRODUCT" | "BUYER" | "CONTACT" | "OFFER" | "OFFER_SET" | "ENTITLEMENT" | "INVOICE" | "BILLABLE_METRIC" | "REFERRAL" | "PARTNER" | "CONNECTION" | "OPERATION") | null;
            entityId?: string | null;
            readonly id?: string;
            readonly organizationId?: string;
            readonly status?: string;
            readonly attachments?: {
                [key: string]: unknown;
            }[];
            readonly comments?: {
                [key: string]: unknown;
            }[];
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
            readonly closeTime?: string;
            readonly dueTime?: string;
            readonly targets?: {
                [key: string]: unknown;
            };
            readonly commentCount?: number;
            readonly attachmentCount?: number;
        };
        SupportTicketTarget: {
            dueTime?: string;
            doneTime?: string;
            missedTime?: string;
        };
        SupportTicketTargets: {
            firstAnswer: components["schemas"]["SupportTicketTarget"];
            resolution: components["schemas"]["SupportTicketTarget"];
        };
        SupportTicketUser: {
            id?: string;
            username: string;
            email?: string;
            isSugerEmployee?: boolean;
            profilePicture?: string;
        };
        SyncReferral: {
            direction?: "INBOUND" | "OUTBOUND";
        };
        TrackEvent: {
            action?: "OPEN_EMAIL";
            contactId?: string;
            timestamp?: string;
        } & {
            [key: string]: unknown;
        };
        TrialConfig: {
            trialPeriod?: number;
            trialPeriodUnit?: "DAY" | "MONTH" | "YEAR";
        };
        TrialConfigInput: {
            trialPeriod?: number;
            trialPeriodUnit?: "DAY" | "MONTH" | "YEAR";
        };
        UnifiedRevenueBilling: {
            amount: number;
            tax: number;
            fee: number;
            invoiceId?: string;
            invoiceDate: string;
            dueDate?: string;
            periodStart?: string;
            periodEnd?: string;
        };
        UnifiedRevenueCollection: {
            amount: number;
            status: "UNPAID" | "PARTIAL" | "COLLECTED";
            date?: string;
        };
        UnifiedRevenueDisbursement: {
            amount: number;
            status: "PENDING" | "DISBURSED";
            date?: string;
            traceId?: string;
        };
        UnifiedRevenueRecord: {
            recordId: string;
            partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            partnerRecordId: string;
            organizationID: string;
            type: "CHARGE" | "REFUND" | "CREDIT" | "ADJUSTMENT";
            billingModel?: "SubscriptionBased" | "UsageBased";
            productID?: string;
            offerID?: string;
            entitlementID?: string;
            buyerID?: string;
            unmatched: components["schemas"]["UnifiedRevenueUnmatched"];
            partnerReferences: components["schemas"]["UnifiedRevenueReferences"];
            currency: string;
            date: string;
            billing: components["schemas"]["UnifiedRevenueBilling"];
            refunded: number;
            partnerTax: number;
            cost: number;
            adjusted: number;
            forgiven: number;
            collectable: number;
            collection: components["schemas"]["UnifiedRevenueCollection"];
            disbursement: components["schemas"]["UnifiedRevenueDisbursement"];
            outstanding: number;
            creationTime: string;
            lastUpdateTime: string;
        };
        UnifiedRevenueRecordPage: {
            data: components["schemas"]["UnifiedRevenueRecord"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        UnifiedRevenueReferences: {
            product?: string;
            offer?: string;
            agreement?: string;
            buyer?: string;
            plan?: string;
            payout?: string;
            type?: string;
        };
        UnifiedRevenueUnmatched: {
            product?: "NOT_NAMED" | "NOT_FOUND";
            offer?: "NOT_NAMED" | "NOT_FOUND";
            entitlement?: "NOT_NAMED" | "NOT_FOUND";
            buyer?: "NOT_NAMED" | "NOT_FOUND";
        };
        UniqueCountAggregationResult: {
            newItems?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        UpdateBillableMetricParamsInput: {
            name?: string | null;
            description?: string | null;
            status?: ("ACTIVE" | "DELETED") | null;
        };
        UpdateContactTagsRequestInput: {
            tags: string[] | null;
        };
        UpdateEntitlementEndNoticeInput: {
            alertDaysBeforeEnd: 15 | 45;
        };
        UpdateEntitlementNameInput: {
            id?: string | null;
            name: string;
            organizationID?: string | null;
        };
        UpdateEntitlementPriceModelInput: {
            applyTime?: string | null;
            billableDimensions?: components["schemas"]["BillableDimensionInput"][] | null;
            commits?: components["schemas"]["CommitDimensionInput"][] | null;
        };
        UpdateOfferPriceInput: {
            readonly id?: string;
            readonly organizationID?: string;
            dimensions: components["schemas"]["MeteringDimensionInput"][];
        };
        UpdateOnboardingInfoInput: {
            intent: "ACTIVE" | "SKIPPED" | "DISMISSED";
            step?: ("ACCOUNT" | "MARKETPLACE" | "CRM" | "NOTIFICATION" | "LISTING" | "READINESS") | null;
            readonly intentTime?: string;
            readonly completedCount?: number;
            readonly totalCount?: number;
            readonly steps?: {
                [key: string]: unknown;
            }[];
        };
        UpdatePartnerRelationshipInput: {
            company?: components["schemas"]["PartnerCompanyInput"];
            relationship?: "RESELLER" | "REFERRAL" | "DISTRIBUTOR" | "TECHNOLOGY" | "SYSTEM_INTEGRATOR" | "MSP";
            engagementType?: "CO_SELL" | "RESELL" | "REFER" | "SERVICE";
            status?: "INVITED" | "ACTIVE" | "INACTIVE";
            partnerManager?: components["schemas"]["PartnerManagerInput"];
            tags?: string[] | null;
            readonly id?: string;
            readonly organizationID?: string;
            readonly partnerOrganizationID?: string;
            readonly summary?: {
                [key: string]: unknown;
            };
            readonly creationTime?: string;
            readonly lastUpdateTime?: string;
        };
        UpdateProductFulfillmentUrlInput: {
            id: string;
            organizationID: string;
            fulfillmentUrl: string;
        };
        UpdateProductPriceInput: {
            readonly id?: string;
            readonly organizationID?: string;
            plans: {
                id?: string | null;
                name: string;
                commits?: components["schemas"]["CommitDimensionInput"][] | null;
                dimensions?: components["schemas"]["MeteringDimensionInput"][] | null;
                currency?: string | null;
                billingTerm?: {
                    value: number;
                    unit: "DAY" | "MONTH" | "YEAR";
                } | null;
            }[];
        };
        UpdateProductPricingInput: {
            readonly id?: string;
            readonly organizationID?: string;
            currency?: string | null;
            commits?: components["schemas"]["CommitDimensionInput"][] | null;
            dimensions?: components["schemas"]["MeteringDimensionInput"][] | null;
            eulaType?: ("SCMP" | "ECMP" | "RCMP" | "CUSTOM" | "ISV" | "CURRENT") | null;
            eulaUrl?: string | null;
            refundCancellationPolicy?: string | null;
            sellerNotes?: string | null;
        };
        UpdateProductTargetingInput: {
            readonly id?: string;
            readonly organizationID?: string;
            buyerAccountIds: string[];
        };
        UpdateReferral: {
            readonly id?: string;
            readonly organizationID?: string;
            readonly partner?: string;
            readonly direction?: string;
            readonly externalID?: string;
            readonly partnerView?: {
                [key: string]: unknown;
            };
            readonly acceptBy?: string;
            readonly closedTime?: string;
            readonly partners?: {
                [key: string]: unknown;
            }[];
            readonly commission?: {
                [key: string]: unknown;
            };
            readonly sync?: {
                [key: string]: unknown;
            };
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
            name?: string;
            status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "SUBMITTED" | "IN_REVIEW" | "ACTION_REQUIRED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WON" | "LOST" | "ARCHIVED";
            stage?: "PROSPECT" | "QUALIFIED" | "TECHNICAL_VALIDATION" | "BUSINESS_VALIDATION" | "COMMITTED" | "LAUNCHED" | "CLOSED_LOST";
            closeReason?: string | null;
            buyerCompany?: components["schemas"]["ReferralBuyerCompanyInput"];
            buyerID?: string | null;
            dealValue?: number | null;
            currency?: string | null;
            targetCloseDate?: string | null;
            crm?: components["schemas"]["ReferralCrmInput"] | null;
            info?: components["schemas"]["ReferralInfoInput"];
            metaInfo?: {
                [key: string]: unknown;
            } | null;
            approvalInfo?: {
                [key: string]: unknown;
            } | null;
        };
        UpdateReferralPartnerInput: {
            partnerId: string;
            revenueShare?: components["schemas"]["RevenueShareInput"];
            dealValue?: number;
            note?: string | null;
        };
        UpdateSupportTicketRequest: {
            priority: "LOW" | "NORMAL" | "HIGH" | "URGENT";
            watchers: string[] | null;
            assignee?: string | null;
            entityType?: ("PRODUCT" | "BUYER" | "CONTACT" | "OFFER" | "OFFER_SET" | "ENTITLEMENT" | "INVOICE" | "BILLABLE_METRIC" | "REFERRAL" | "PARTNER" | "CONNECTION" | "OPERATION") | null;
            entityId?: string | null;
        };
        UpdateSupportTicketStatus: {
            status: "OPEN" | "IN PROGRESS" | "IN REVIEW" | "BLOCKED";
        };
        UploadUsageRecordGroupsInput: string;
        UsageBalance: {
            entitlementID: string;
            partner: string;
            dimension: string;
            startTime: string;
            endTime: string;
            accepted: number;
            adjusted: number;
            submitted: number;
            acknowledged: number;
            unknown: number;
            refused: number;
            included: number;
            credited: number;
            committed: number;
            carriedIn: number;
            carriedOut: number;
            pending: number;
            held: number;
            heldCauses: components["schemas"]["HeldUsage"][];
            deadline?: string;
            hoursLeft?: number;
            failed: number;
            invalid: number;
            deleted: number;
            computedOnly: number;
            difference: number;
        };
        UsageBalancePage: {
            startTime: string;
            endTime: string;
            usageBalances: components["schemas"]["UsageBalance"][];
            nextCursor?: string;
        };
        UsageComparison: {
            partner: string;
            integrationID: string;
            lastComparedTime?: string;
            comparedThrough?: string;
            daysNotCompared: string[];
        };
        UsageCount: {
            creditCount?: number;
            includedCount?: number;
            reportedCount?: number;
        } & {
            [key: string]: unknown;
        };
        UsageDimensionState: {
            status: "CREATED" | "REPORT_PENDING" | "REPORTED" | "REPORT_FAILED" | "INVALID" | "DELETED";
            quantity: number;
            reportedQuantity?: number;
            cause?: string;
            message?: string;
            hour: string;
            usageRecordReportID?: string;
        };
        UsageDrift: {
            cause: "LATE" | "HELD" | "WAITING" | "UNCONFIRMED" | "OUTCOME_UNKNOWN" | "DUPLICATE_FOREIGN" | "REFUSED" | "NOT_SHOWN" | "FOREIGN" | "QUANTITY_DIFFERS" | "REJECTED" | "SHADOW_DIFFERS";
            heldCause?: string;
            entitlementID?: string;
            partner: string;
            productID?: string;
            buyerID?: string;
            dimension: string;
            startTime: string;
            endTime: string;
            quantity: number;
            deadline?: string;
            hoursLeft?: number;
            usageRecordReportID?: string;
            usageRecordGroupIDs: string[];
            message?: string;
            usageResourceID?: string;
            planID?: string;
            submittedQuantity?: number;
            shownQuantity?: number;
            billedQuantity?: number;
            partnerStatus?: string;
            firstSeenTime?: string;
            lastSeenTime?: string;
            remedy: string;
        };
        UsageDriftPage: {
            usageDrifts: components["schemas"]["UsageDrift"][];
            usageComparisons: components["schemas"]["UsageComparison"][];
            nextCursor?: string;
        };
        UsageMeteringConfigInfo: {
            partnerUsageMeteringConfigs: components["schemas"]["PartnerUsageMeteringConfig"][];
        };
        UsageMeteringConfigInfoInput: {
            partnerUsageMeteringConfigs?: components["schemas"]["PartnerUsageMeteringConfigInput"][] | null;
        };
        UsageMeteringDailyRecord: {
            amount?: number;
            currency?: string;
            date: string;
            entitlementID: string;
            groupBysExpression?: string;
            key: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            quantity: number;
            source: "MARKETPLACE" | "REPORTED";
        };
        UsageMeteringDimensionMappingValue: {
            dimensionKey: string;
            mappingMode?: "QUANTITY" | "AMOUNT";
            convertionMultiplier?: number;
        };
        UsageMeteringDimensionMappingValueInput: {
            dimensionKey: string;
            mappingMode?: ("QUANTITY" | "AMOUNT") | null;
            convertionMultiplier?: number | null;
        };
        UsageReceipt: {
            number: number;
            dimension: string;
            startTime: string;
            endTime: string;
            submittedTime: string;
            status: "PENDING" | "BILLED" | "UNKNOWN" | "REFUSED";
            message?: string;
            accepted: number;
            adjusted: number;
            carriedIn: number;
            carriedOut: number;
            included: number;
            paidByCredit: number;
            paidByCommit: number;
            creditAmount: number;
            commitAmount: number;
            unitPrice?: number;
            quantity: number;
            billed: number;
            partnerRecordID?: string;
            usageRecordReportID: string;
            closedTime: string;
            confirmedTime?: string;
        };
        UsageReceiptPage: {
            entitlementID: string;
            partner: string;
            startTime: string;
            endTime: string;
            usageReceipts: components["schemas"]["UsageReceipt"][];
            nextCursor?: string;
        };
        UsageRecordAggregated: {
            date: string;
            dimensionKey: string;
            quantity: number;
        };
        UsageReportDimensionState: {
            status: "CREATED" | "REPORT_PENDING" | "SUCCESS" | "FAILED" | "CANCELED";
            message?: string;
        };
        UsageUploadResult: {
            lines: number;
            accepted: number;
            duplicates: number;
            rejected: number;
            rejectedLines: string;
            isWhole: boolean;
        };
        User: {
            id: string;
            email: string;
            firstName: string;
            lastName: string;
            name: string;
            role: "VIEWER" | "EDITOR" | "ADMIN" | "OWNER" | "CUSTOM";
            customRoleId?: string;
            status: "ACTIVE" | "INVITED" | "DISABLED";
            creationTime: string;
            lastLoginTime?: string;
        };
        UserChange: {
            role?: ("VIEWER" | "EDITOR" | "ADMIN" | "OWNER" | "CUSTOM") | null;
            customRoleId?: string | null;
            status?: "ACTIVE" | "INVITED" | "DISABLED";
            firstName?: string | null;
            lastName?: string | null;
            readonly email?: string;
            readonly id?: string;
            readonly name?: string;
            readonly creationTime?: string;
            readonly lastLoginTime?: string;
        };
        UserInput: {
            email: string;
            role?: ("VIEWER" | "EDITOR" | "ADMIN" | "OWNER" | "CUSTOM") | null;
            customRoleId?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            readonly status?: string;
            readonly id?: string;
            readonly name?: string;
            readonly creationTime?: string;
            readonly lastLoginTime?: string;
        };
        VerifiedIntegration: {
            integration: components["schemas"]["Integration"];
            verification: {
                ok: boolean;
                accountId?: string;
                code?: string;
                message: string;
                partnerMessage?: string;
            };
        };
        Webhook: {
            id: string;
            organizationId: string;
            url: string;
            description: string;
            types: string[];
            entityIds: string[];
            ordered: boolean;
            format: "EVENT" | "NOTIFICATION";
            headerNames: string[];
            enabled: boolean;
            disabledReason?: "REQUESTED" | "GONE" | "FAILING";
            disabledTime?: string;
            secret?: string | null;
            previousSecretUntil?: string;
            health?: components["schemas"]["WebhookHealth"];
            createdBy: string;
            creationTime: string;
            lastUpdatedBy: string;
            lastUpdateTime: string;
            version: number;
        };
        WebhookAttempt: {
            number: number;
            time: string;
            milliseconds: number;
            statusCode?: number;
            answer?: string;
            error?: {
                code: string;
                message: string;
            };
        };
        WebhookChange: {
            url?: string;
            description?: string | null;
            types?: string[] | null;
            entityIds?: string[] | null;
            ordered?: boolean | null;
            format?: ("EVENT" | "NOTIFICATION") | null;
            enabled?: boolean | null;
            headers?: {
                [key: string]: string;
            } | null;
            readonly id?: string;
            readonly organizationId?: string;
            readonly secret?: string;
            readonly headerNames?: string[];
            readonly previousSecretUntil?: string;
            readonly disabledReason?: string;
            readonly disabledTime?: string;
            readonly health?: {
                [key: string]: unknown;
            };
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
            readonly version?: number;
        };
        WebhookDelivery: {
            id: string;
            webhookId: string;
            eventId: string;
            eventType: string;
            entityType: string;
            entityId: string;
            replayId?: string;
            status: "PENDING" | "DONE" | "FAILED" | "CANCELED";
            attemptCount: number;
            nextAttemptTime?: string;
            lastStatusCode?: number;
            lastError?: {
                code: string;
                message: string;
            };
            doneTime?: string;
            creationTime: string;
            attempts?: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        WebhookEvent: {
            id: string;
            type: "api_client.created" | "api_client.deleted" | "billable_metric.created" | "billable_metric.deleted" | "billable_metric.restored" | "billable_metric.updated" | "branding.updated" | "buyer.created" | "buyer.customer_deleted" | "buyer.imported" | "buyer.push_failed" | "buyer.updated" | "cancellation_request.acknowledged" | "cancellation_request.approved" | "cancellation_request.created" | "cancellation_request.failed" | "cancellation_request.rejected" | "cancellation_request.withdraw_failed" | "cancellation_request.withdrawn" | "commission.clawed_back" | "commission.confirmed" | "commission.created" | "commission.invoiced" | "commission.paid" | "commission.terms_accepted" | "commission.terms_proposed" | "commission.terms_rejected" | "commission.terms_withdrawn" | "commission.updated" | "commission.voided" | "connection.connected" | "connection.disconnected" | "connection.failed" | "connection.recovered" | "connection.updated" | "connection.verified" | "contact.created" | "contact.updated" | "cosell_mapping.updated" | "entitlement.cancel_failed" | "entitlement.cancel_requested" | "entitlement.cancellation_scheduled" | "entitlement.cancellation_unscheduled" | "entitlement.cancelled" | "entitlement.created" | "entitlement.end_soon" | "entitlement.ending" | "entitlement.license_assigned" | "entitlement.renewed" | "entitlement.reinstated" | "entitlement.renewal_failed" | "entitlement.renewal_requested" | "entitlement.seats_failed" | "entitlement.seats_requested" | "entitlement.started" | "entitlement.suspended" | "entitlement.updated" | "entitlement.waits" | "exchange_rate.updated" | "invoice.canceled" | "invoice.carried_over" | "invoice.charged_again" | "invoice.created" | "invoice.finalized" | "invoice.paid" | "invoice.partly_disputed" | "invoice.payment_failed" | "invoice.written_off" | "message.created" | "message.failed" | "message.sent" | "notification_config.updated" | "oauth_app.created" | "oauth_app.deleted" | "oauth_app.secret_rotated" | "offer.accepted" | "offer.cancel_failed" | "offer.cancel_requested" | "offer.cancelled" | "offer.contacts_notified" | "offer.create_failed" | "offer.created" | "offer.deleted" | "offer.expire_soon" | "offer.expired" | "offer.extend_failed" | "offer.extend_requested" | "offer.extended" | "offer.imported" | "offer.purchase_failed" | "offer.rejected" | "offer.released" | "offer.replaced" | "offer.reprice_failed" | "offer.reprice_requested" | "offer.repriced" | "offer.started" | "offer.submitted" | "offer.updated" | "offer.used" | "offer.withdraw_failed" | "offer.withdrawn" | "offer_set.accepted" | "offer_set.cancelled" | "offer_set.create_failed" | "offer_set.created" | "offer_set.expired" | "offer_set.released" | "offer_set.submitted" | "organization.created" | "organization.updated" | "onboarding.updated" | "partner_file.created" | "partner_file.deleted" | "partner_file.shared" | "partner_file.unshared" | "partner_invitation.accepted" | "partner_invitation.cancelled" | "partner_invitation.created" | "partner_invitation.declined" | "partner_invitation.expired" | "partner_invitation.received" | "partner_invitation.resent" | "partner_relationship.created" | "partner_relationship.ended" | "partner_relationship.established" | "partner_relationship.resumed" | "partner_relationship.updated" | "product.create_failed" | "product.created" | "product.deleted" | "product.imported" | "product.publish_failed" | "product.publish_requested" | "product.published" | "product.released" | "product.replaced" | "product.submitted" | "product.update_failed" | "product.update_requested" | "product.updated" | "revenue.part_faulty" | "revenue.sync_failed" | "revenue.synced" | "revenue_difference.found" | "revenue_difference.resolved" | "role.created" | "referral.accepted" | "referral.action_required" | "referral.archived" | "referral.create_failed" | "referral.created" | "referral.expired" | "referral.lost" | "referral.received" | "referral.rejected" | "referral.reopened" | "referral.submitted" | "referral.sync_failed" | "referral.updated" | "referral.won" | "role.deleted" | "role.updated" | "support_ticket.attachment_added" | "support_ticket.attachment_deleted" | "support_ticket.closed" | "support_ticket.commented" | "support_ticket.created" | "support_ticket.first_answer_overdue" | "support_ticket.reopened" | "support_ticket.resolution_overdue" | "support_ticket.status_changed" | "support_ticket.updated" | "usage_record_group.created" | "usage_record_group.invalid" | "usage_comparison.differed" | "usage_meter.resumed" | "usage_meter.silent" | "usage_metering_config.updated" | "usage_record_group.deleted" | "usage_record_group.retried" | "usage_record_report.created" | "usage_record_report.updated" | "user.invited" | "user.joined" | "user.removed" | "user.updated" | "wallet.charge_begun" | "wallet.charge_failed" | "wallet.charged" | "wallet.closed" | "wallet.created" | "wallet.deleted" | "wallet.expired" | "wallet.refund_begun" | "wallet.refund_failed" | "wallet.refunded" | "wallet.removed" | "wallet.returned" | "wallet.spent" | "wallet.started" | "wallet.updated" | "wallet.verified" | "webhook.created" | "webhook.deleted" | "webhook.disabled" | "webhook.enabled" | "webhook.secret_rotated" | "webhook.updated" | "webhook.test";
            timestamp: string;
            version: "1";
            organizationId: string;
            entityType: string;
            entityId: string;
            entityVersion: number;
            actor: components["schemas"]["DomainEventActor"];
            data: {
                [key: string]: unknown;
            };
        };
        WebhookHealth: {
            waiting: number;
            delivered: number;
            failed: number;
            lastSuccessTime?: string;
            lastFailureTime?: string;
            failingSince?: string;
        };
        WebhookInput: {
            url: string;
            description?: string | null;
            types?: string[] | null;
            entityIds?: string[] | null;
            ordered?: boolean | null;
            format?: ("EVENT" | "NOTIFICATION") | null;
            enabled?: boolean | null;
            headers?: {
                [key: string]: string;
            } | null;
            readonly id?: string;
            readonly organizationId?: string;
            readonly secret?: string;
            readonly headerNames?: string[];
            readonly previousSecretUntil?: string;
            readonly disabledReason?: string;
            readonly disabledTime?: string;
            readonly health?: {
                [key: string]: unknown;
            };
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
            readonly version?: number;
        };
        WebhookNotificationConfig: {
            enabled: boolean;
            url?: string;
            scopes: string[];
            webhookId?: string;
        };
        WebhookNotificationConfigInput: {
            enabled?: boolean | null;
            url?: string | null;
            scopes?: string[] | null;
            readonly webhookId?: string;
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        WebhookReplay: {
            replayId: string;
            queued: number;
            cursor?: string;
        };
        WithdrawEntitlementCancellationRequestInput: {
            cancellationReason: string;
        };
        WorkloadEntitlement: {
            id: string;
            organizationID: string;
            name: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            status: "PENDING_START" | "ACTIVE" | "SUSPENDED" | "PENDING_CANCEL" | "CANCELLED" | "DELETED";
            type: string;
            partnerID?: string;
            externalID?: string;
            externalBuyerID?: string;
            externalProductID?: string;
            productID?: string;
            offerID?: string;
            buyerID?: string;
            entitlementTermID?: string;
            startTime?: string;
            endTime?: string;
            info: components["schemas"]["EntitlementInfo"];
            metaInfo: components["schemas"]["WorkloadMetaInfo"];
            creationTime: string;
            lastUpdateTime: string;
        };
        WorkloadEntitlementPage: {
            data: components["schemas"]["WorkloadEntitlement"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        WorkloadEntitlementTerm: {
            id: string;
            organizationID: string;
            entitlementID: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            productID?: string;
            offerID?: string;
            buyerID?: string;
            externalEntitlementID?: string;
            startTime: string;
            endTime?: string;
            commitAmount: number;
            usedCommitAmount: number;
            creditAmount: number;
            usedCreditAmount: number;
            reportedAmount: number;
            info: components["schemas"]["EntitlementTermInfo"];
            entitlementInfo: components["schemas"]["EntitlementInfo"];
            creationTime: string;
            lastUpdateTime: string;
        };
        WorkloadMetaInfo: {
            aceApnCrmUniqueIdentifier?: string;
            approvalInfo?: components["schemas"]["ApprovalInfo"];
            awsSaasProductDimensions?: components["schemas"]["AwsProductDimension"][];
            azureOriginalOfferIDForUpgrade?: string;
            baseAgreementId?: string;
            buyerIds?: string[];
            chargebeeSubscriptionID?: string;
            contacts?: components["schemas"]["Contact"][];
            cppoInOfferId?: string;
            cppoOfferId?: string;
            cppoOutOfferId?: string;
            customMetaInfo?: {
                [key: string]: string;
            };
            enableTestUsageMetering?: boolean;
            entitlementCancellationSchedule?: components["schemas"]["CancellationSchedule"];
            errorMessages?: string[];
            hubspotDealId?: string;
            internalNote?: string;
            isAgreementBasedOffer?: boolean;
            isAzureUpgradeOffer?: boolean;
            isGrossRevenueFullSync?: boolean;
            isRenewalOffer?: boolean;
            isReplacementOffer?: boolean;
            lastModifiedBy?: components["schemas"]["LastModifiedBy"];
            notifications?: components["schemas"]["NotificationEvent"][];
            offerAcceptDate?: string;
            offerCreationSuccessDate?: string;
            prettifiedErrorMessages?: string[];
            renewalOfferType?: "External" | "AwsMarketplace";
            replacedOfferEndTime?: string;
            replacedOfferResourceName?: string;
            resellerIds?: string[];
            salesforceEntitlementURL?: string;
            salesforceOpportunityId?: string;
            salesforceQuoteId?: string;
            testUsageMeteringEndTime?: string;
            updateMessage?: string;
        };
        WorkloadMetaInfoChange: {
            aceApnCrmUniqueIdentifier?: string | null;
            approvalInfo?: components["schemas"]["ApprovalInfoInput"] | null;
            awsSaasProductDimensions?: components["schemas"]["AwsProductDimension"][] | null;
            azureOriginalOfferIDForUpgrade?: string | null;
            baseAgreementId?: string | null;
            buyerIds?: string[] | null;
            chargebeeSubscriptionID?: string | null;
            contacts?: components["schemas"]["ContactInput"][] | null;
            cppoInOfferId?: string | null;
            cppoOfferId?: string | null;
            cppoOutOfferId?: string | null;
            customMetaInfo?: {
                [key: string]: string;
            } | null;
            enableTestUsageMetering?: boolean | null;
            entitlementCancellationSchedule?: components["schemas"]["CancellationSchedule"] | null;
            errorMessages?: string[] | null;
            hubspotDealId?: string | null;
            internalNote?: string | null;
            isAgreementBasedOffer?: boolean | null;
            isAzureUpgradeOffer?: boolean | null;
            isGrossRevenueFullSync?: boolean | null;
            isRenewalOffer?: boolean | null;
            isReplacementOffer?: boolean | null;
            lastModifiedBy?: components["schemas"]["LastModifiedBy"] | null;
            notifications?: components["schemas"]["NotificationEvent"][] | null;
            offerAcceptDate?: string | null;
            offerCreationSuccessDate?: string | null;
            prettifiedErrorMessages?: string[] | null;
            renewalOfferType?: "External" | "AwsMarketplace" | null;
            replacedOfferEndTime?: string | null;
            replacedOfferResourceName?: string | null;
            resellerIds?: string[] | null;
            salesforceEntitlementURL?: string | null;
            salesforceOpportunityId?: string | null;
            salesforceQuoteId?: string | null;
            testUsageMeteringEndTime?: string | null;
            updateMessage?: string | null;
        };
        WorkloadMetaInfoInput: {
            aceApnCrmUniqueIdentifier?: string;
            approvalInfo?: components["schemas"]["ApprovalInfoInput"];
            awsSaasProductDimensions?: components["schemas"]["AwsProductDimension"][];
            azureOriginalOfferIDForUpgrade?: string;
            baseAgreementId?: string;
            buyerIds?: string[];
            chargebeeSubscriptionID?: string;
            contacts?: components["schemas"]["ContactInput"][];
            cppoInOfferId?: string;
            cppoOfferId?: string;
            cppoOutOfferId?: string;
            customMetaInfo?: {
                [key: string]: string;
            };
            enableTestUsageMetering?: boolean;
            entitlementCancellationSchedule?: components["schemas"]["CancellationSchedule"];
            errorMessages?: string[];
            hubspotDealId?: string;
            internalNote?: string;
            isAgreementBasedOffer?: boolean;
            isAzureUpgradeOffer?: boolean;
            isGrossRevenueFullSync?: boolean;
            isRenewalOffer?: boolean;
            isReplacementOffer?: boolean;
            lastModifiedBy?: components["schemas"]["LastModifiedBy"];
            notifications?: components["schemas"]["NotificationEvent"][];
            offerAcceptDate?: string;
            offerCreationSuccessDate?: string;
            prettifiedErrorMessages?: string[];
            renewalOfferType?: "External" | "AwsMarketplace";
            replacedOfferEndTime?: string;
            replacedOfferResourceName?: string;
            resellerIds?: string[];
            salesforceEntitlementURL?: string;
            salesforceOpportunityId?: string;
            salesforceQuoteId?: string;
            testUsageMeteringEndTime?: string;
            updateMessage?: string;
        };
        WorkloadOffer: {
            id: string;
            organizationID: string;
            name: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            offerType: "UNKNOWN" | "AMI" | "APPLICATION" | "CONTAINER" | "CONTRACT" | "CPPO_OUT" | "CPPO_IN" | "CPPO" | "CUD" | "DATA" | "DEFAULT" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "FLAT_RATE" | "FREE_TRIAL" | "PAYG" | "PAYG_WITH_CUD" | "PER_USER" | "PRIVATE" | "PROFESSIONAL_SERVICES" | "SAAS" | "SUBSCRIPTION" | "MACHINE_LEARNING";
            status: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "PENDING_CANCEL" | "CANCELLED" | "PENDING_UPDATE" | "UPDATE_FAILED" | "ACTIVE" | "USED" | "DELETED" | "INVALID" | "CANCEL_FAILED" | "CANCEL_SUCCESS" | "CREATE_SUCCESS" | "DEPRECATED" | "PREVIEW" | "READY_TO_USE" | "RESTRICTED" | "TEST" | "UPDATE_SUCCESS" | "PENDING_PARTNER_ACTION" | "VOID" | "ACCEPT_PENDING" | "ACCEPT_FAILED" | "PENDING_MARKETPLACE_APPROVAL";
            subStatus?: "PURCHASE_FAILED" | "PENDING_PURCHASE";
            externalID?: string;
            partnerID?: string;
            productID?: string;
            buyerID?: string;
            contactIds: string[];
            expireTime?: string;
            endTime?: string;
            info: components["schemas"]["OfferInfo"];
            metaInfo: components["schemas"]["WorkloadMetaInfo"];
            createdBy: string;
            creationTime: string;
            lastUpdatedBy: string;
            lastUpdateTime: string;
        };
        WorkloadOfferInput: {
            id?: string | null;
            name?: string | null;
            partner?: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | null;
            service?: ("DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS") | null;
            offerType?: ("UNKNOWN" | "AMI" | "APPLICATION" | "CONTAINER" | "CONTRACT" | "CPPO_OUT" | "CPPO_IN" | "CPPO" | "CUD" | "DATA" | "DEFAULT" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "FLAT_RATE" | "FREE_TRIAL" | "PAYG" | "PAYG_WITH_CUD" | "PER_USER" | "PRIVATE" | "PROFESSIONAL_SERVICES" | "SAAS" | "SUBSCRIPTION" | "MACHINE_LEARNING") | null;
            productID?: string | null;
            buyerID?: string | null;
            contactIds?: string[] | null;
            expireTime?: string | null;
            endTime?: string | null;
            info?: components["schemas"]["OfferInfoInput"] | null;
            metaInfo?: components["schemas"]["WorkloadMetaInfoInput"] | null;
            readonly organizationID?: string;
            readonly externalID?: string;
            readonly partnerID?: string;
            readonly status?: string;
            readonly subStatus?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
        };
        WorkloadOfferPage: {
            data: components["schemas"]["WorkloadOffer"][];
            page_number: number;
            page_size: number;
            total_count: number;
        };
        WorkloadProduct: {
            id: string;
            organizationID: string;
            name: string;
            partner: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            service: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
            productType: "UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED";
            status: string;
            createdBy: string;
            creationTime: string;
            lastUpdatedBy: string;
            lastUpdateTime: string;
            externalID?: string;
            fulfillmentUrl?: string;
            partnerID?: string;
            sellerID?: string;
            info?: components["schemas"]["ProductInfo"];
            metaInfo?: components["schemas"]["WorkloadMetaInfo"];
        };
        WorkloadProductChange: {
            name?: string;
            productType?: ("UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED") | null;
            info?: components["schemas"]["ProductInfoChange"] | null;
            metaInfo?: components["schemas"]["WorkloadMetaInfoChange"] | null;
            readonly id?: string;
            readonly partner?: string;
            readonly service?: string;
            readonly fulfillmentUrl?: string;
            readonly organizationID?: string;
            readonly externalID?: string;
            readonly partnerID?: string;
            readonly sellerID?: string;
            readonly status?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
        };
        WorkloadProductInput: {
            id?: string | null;
            name?: string | null;
            partner?: ("ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO") | null;
            service?: ("DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS") | null;
            productType?: ("UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED") | null;
            fulfillmentUrl?: string | null;
            info?: components["schemas"]["ProductInfoInput"] | null;
            metaInfo?: components["schemas"]["WorkloadMetaInfoInput"] | null;
            readonly organizationID?: string;
            readonly externalID?: string;
            readonly partnerID?: string;
            readonly sellerID?: string;
            readonly status?: string;
            readonly createdBy?: string;
            readonly creationTime?: string;
            readonly lastUpdatedBy?: string;
            readonly lastUpdateTime?: string;
        };
    };
    responses: {
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        IdempotencyMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        PartnerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "RateLimit-Limit": number;
        "RateLimit-Remaining": number;
        "RateLimit-Reset": number;
        "Retry-After": number;
        ETag: string;
        "Dry-Run": "true";
        "Idempotency-Replayed": "true";
        "X-Total-Count": number;
        "X-Total-Count-Capped": "true";
        "X-Total-Count-Exact": "false";
        "Preference-Applied": string;
        Link: string;
        "X-Page-Cut": "bytes";
        "Operation-Id": string;
        "X-Duplicate-Count": number;
        "Content-Disposition": string;
        "X-Accel-Buffering": string;
        Allow: string;
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    GetLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok" | "unavailable";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok" | "unavailable";
                        problems?: string[];
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok" | "unavailable";
                        problems?: string[];
                    };
                };
            };
        };
    };
    GetMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetReferenceAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetErrorCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
        };
    };
    GetErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetKnowledgePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReceivePartnerMessage: {
        parameters: {
            query?: never;
            header?: {
                Authorization?: string;
            };
            path: {
                partner: "aws" | "azure" | "gcp" | "stripe" | "adyen" | "hubspot";
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    CreateApiClientAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organizationID: string;
                    id: string;
                    secret: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        token_type: "Bearer";
                        expires_in: number;
                        expires_on: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ReceiveBuyerByLink: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                partner: "AWS" | "AZURE" | "GCP";
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ReceiveBuyer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                partner: "AWS" | "AZURE" | "GCP";
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    "x-amzn-marketplace-token"?: string;
                    "x-gcp-marketplace-token"?: string;
                    token?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    CreateAccessToken: {
        parameters: {
            query?: never;
            header?: {
                Authorization?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    grant_type: "client_credentials";
                    client_id?: string;
                    client_secret?: string;
                    client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                    client_assertion?: string;
                    scope?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        token_type: "Bearer";
                        expires_in: number;
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description?: string;
                    };
                };
            };
        };
    };
    ListOrganizations: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOrganization: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateOrganization: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUsers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                email?: string;
                role?: "VIEWER" | "EDITOR" | "ADMIN" | "OWNER" | "CUSTOM";
                customRoleId?: string;
                status?: "ACTIVE" | "INVITED" | "DISABLED";
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    InviteUser: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReinviteUser: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RemoveUser: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateUser: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryRoles: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                name?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateRole: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetRole: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteRole: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateRole: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryAuditingEvents: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                eventType?: "AWS_MARKETPLACE" | "AWS_CHINA_MARKETPLACE" | "AWS_EVENT_BRIDGE" | "AWS_ACE_EVENT_BRIDGE" | "AZURE_MARKETPLACE" | "GCP_MARKETPLACE" | "GCP_MARKETPLACE_CHROME" | "ALIBABA_MARKETPLACE" | "STRIPE_MARKETPLACE" | "ADYEN_MARKETPLACE" | "HUBSPOT_MARKETPLACE" | "ACTIVITY";
                status?: "AUDITED" | "PENDING" | "FAILED" | "DONE";
                startDate?: string | "";
                endDate?: string | "";
                actorType?: "user" | "app" | "apikey" | "workflow" | "partner" | "schedule";
                actorId?: string;
                action?: string;
                entityId?: string;
                requestId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditingEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListApiClients: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                type?: "API_KEY" | "BEARER_TOKEN";
                role?: "VIEWER" | "EDITOR";
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityApiClient"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateApiClient: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityApiClientInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityApiClient"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetApiClient: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityApiClient"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteApiClient: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetBranding: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateBranding: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandingInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    PreviewBranding: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandingPreviewInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateOnboardingInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOnboardingInfoInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOnboardingStatus: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetServicesAndQuotas: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServicesAndQuotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListIntegrations: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN" | "SALESFORCE" | "HUBSPOT" | "SMTP" | "SLACK" | "MICROSOFT";
                service?: "MARKETPLACE" | "COSELL" | "PAYMENT" | "CRM" | "EMAIL" | "CHATBOT" | "TEAMS";
                accountId?: string;
                status?: "CONNECTED" | "ERROR";
                mode?: "LIVE" | "SHADOW";
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ConnectIntegration: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectedIntegration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetIntegration: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DisconnectIntegration: {
        parameters: {
            query?: {
                force?: boolean;
                confirm?: string;
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateIntegration: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    VerifyIntegration: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedIntegration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryOAuthApps: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                accessLevel?: "VIEWER" | "EDITOR" | "CUSTOM";
                customRoleId?: string;
                clientId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthAppPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOAuthApp: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthAppInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOAuthApp: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                oauthAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteOAuthApp: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                oauthAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RotateOAuthAppSecret: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                oauthAppId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateOAuthAppSecretInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOrUpdateDraftProduct: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadProductInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListProductsByPartner: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "LIMITED" | "PENDING_PUBLISH" | "PUBLIC" | "PUBLISH_FAILED" | "RESTRICTED" | "DELETED";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                productType?: "UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED";
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListProducts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "LIMITED" | "PENDING_PUBLISH" | "PUBLIC" | "PUBLISH_FAILED" | "RESTRICTED" | "DELETED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                productType?: "UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED";
                startDate?: string | "";
                endDate?: string | "";
                view?: "lite" | "full" | "";
                forCreateOffer?: boolean;
                salesforceOpportunityId?: string;
                salesforceQuoteId?: string;
                hubspotDealId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateProduct: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadProductInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryProducts: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "LIMITED" | "PENDING_PUBLISH" | "PUBLIC" | "PUBLISH_FAILED" | "RESTRICTED" | "DELETED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                productType?: "UNKNOWN" | "SUBSCRIPTION" | "CONTRACT" | "FLAT_RATE" | "PER_USER" | "USAGE_BASED";
                startDate?: string | "";
                endDate?: string | "";
                fields?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetProduct: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteProduct: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProduct: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadProductChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListProductMeteringDimensions: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringDimension"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProductFulfillmentUrl: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductFulfillmentUrlInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProductMetaInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadMetaInfoChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadMetaInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProductPrice: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductPriceInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProductPricing: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductPricingInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    PublishProduct: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PublishProductInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateProductTargeting: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductTargetingInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadProduct"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListBuyers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                externalId?: string;
                startDate?: string | "";
                endDate?: string | "";
                contactId?: string;
                awsAccountId?: string;
                emailDomain?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateBuyer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityBuyerInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryBuyers: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                externalId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetBuyer: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateBuyer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityBuyerChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListBuyerWallets: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                type?: "ach_debit" | "bacs_debit" | "card" | "credit" | "sepa_debit";
                status?: "PENDING_VERIFY" | "ACTIVE" | "EXPIRED" | "CLOSED" | "DELETED";
                currency?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWallet"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateCreditWallet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BillingWalletInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteBuyerWallet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateCreditWallet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BillingWalletChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CloseCreditWallet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SetBuyerDefaultWallet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                buyerId: string;
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AddContactToBuyer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityBuyer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RemoveContactFromBuyer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
                buyerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListContactsByOrganization: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                companyContactId?: string;
                startDate?: string | "";
                endDate?: string | "";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                contactIds?: string;
                emailDomain?: string;
                keyword?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContact"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateContact: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityContactInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BatchCreateContacts: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchCreateContactsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContact"][][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryContacts: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                companyContactId?: string;
                startDate?: string | "";
                endDate?: string | "";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContactPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetContact: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateContact: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityContactChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityContact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateContactTags: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactTagsRequestInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOrUpdateDraftOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadOfferInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListOffers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "PENDING_CANCEL" | "CANCELLED" | "PENDING_UPDATE" | "UPDATE_FAILED" | "ACTIVE" | "USED" | "DELETED" | "INVALID" | "CANCEL_FAILED" | "CANCEL_SUCCESS" | "CREATE_SUCCESS" | "DEPRECATED" | "PREVIEW" | "READY_TO_USE" | "RESTRICTED" | "TEST" | "UPDATE_SUCCESS" | "PENDING_PARTNER_ACTION" | "VOID" | "ACCEPT_PENDING" | "ACCEPT_FAILED" | "PENDING_MARKETPLACE_APPROVAL";
                subStatus?: "PURCHASE_FAILED" | "PENDING_PURCHASE";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                offerType?: "UNKNOWN" | "AMI" | "APPLICATION" | "CONTAINER" | "CONTRACT" | "CPPO_OUT" | "CPPO_IN" | "CPPO" | "CUD" | "DATA" | "DEFAULT" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "FLAT_RATE" | "FREE_TRIAL" | "PAYG" | "PAYG_WITH_CUD" | "PER_USER" | "PRIVATE" | "PROFESSIONAL_SERVICES" | "SAAS" | "SUBSCRIPTION" | "MACHINE_LEARNING";
                productId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
                salesforceOpportunityId?: string;
                salesforceQuoteId?: string;
                hubspotDealId?: string;
                contactId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadOfferInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryOffers: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "PENDING_CANCEL" | "CANCELLED" | "PENDING_UPDATE" | "UPDATE_FAILED" | "ACTIVE" | "USED" | "DELETED" | "INVALID" | "CANCEL_FAILED" | "CANCEL_SUCCESS" | "CREATE_SUCCESS" | "DEPRECATED" | "PREVIEW" | "READY_TO_USE" | "RESTRICTED" | "TEST" | "UPDATE_SUCCESS" | "PENDING_PARTNER_ACTION" | "VOID" | "ACCEPT_PENDING" | "ACCEPT_FAILED" | "PENDING_MARKETPLACE_APPROVAL";
                subStatus?: "PURCHASE_FAILED" | "PENDING_PURCHASE";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                offerType?: "UNKNOWN" | "AMI" | "APPLICATION" | "CONTAINER" | "CONTRACT" | "CPPO_OUT" | "CPPO_IN" | "CPPO" | "CUD" | "DATA" | "DEFAULT" | "FIXED_FEE" | "FIXED_FEE_WITH_OVERAGE" | "FLAT_RATE" | "FREE_TRIAL" | "PAYG" | "PAYG_WITH_CUD" | "PER_USER" | "PRIVATE" | "PROFESSIONAL_SERVICES" | "SAAS" | "SUBSCRIPTION" | "MACHINE_LEARNING";
                productId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
                salesforceOpportunityId?: string;
                salesforceQuoteId?: string;
                hubspotDealId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOfferPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOffer: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CancelOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ExtendPrivateOfferExpiryDate: {
        parameters: {
            query: {
                newExpiryDate: string;
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateOfferPrice: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOfferPriceInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SyncOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOfferByExternalId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerExternalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateOfferMetaInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadMetaInfoChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadMetaInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SendOfferNotifications: {
        parameters: {
            query?: {
                personalLine?: string;
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendOfferNotificationsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOfferEula: {
        parameters: {
            query?: {
                format?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOfferResellerEula: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListOfferSets: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "EXPIRED" | "CANCELLED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                startDate?: string | "";
                endDate?: string | "";
                offerId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferSetPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateOfferSet: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferSetInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferSet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOfferSet: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                offerSetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferSet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AddContactToOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RemoveContactFromOffer: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                contactId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListEntitlements: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                type?: string;
                status?: "PENDING_START" | "ACTIVE" | "SUSPENDED" | "PENDING_CANCEL" | "CANCELLED" | "DELETED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                buyerAccountId?: string;
                productId?: string;
                offerId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
                salesforceOpportunityId?: string;
                hubspotDealId?: string;
                externalId?: string;
                contactId?: string;
                awsAccountId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateEntitlement: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEntitlementInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryEntitlements: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                type?: string;
                status?: "PENDING_START" | "ACTIVE" | "SUSPENDED" | "PENDING_CANCEL" | "CANCELLED" | "DELETED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                service?: "DEFAULT" | "ACE" | "ANTHROPIC" | "BIGQUERY" | "BILLING" | "CHATBOT" | "COSELL" | "CRM" | "CPQ" | "DATABASE" | "DRIVE" | "EMAIL" | "GEMINI" | "MARKETPLACE" | "NETSUITE" | "PAYMENT" | "QUICKBOOKS" | "STORAGE" | "TEAMS";
                buyerAccountId?: string;
                productId?: string;
                offerId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
                salesforceOpportunityId?: string;
                hubspotDealId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlementPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetEntitlement: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListEntitlementTerms: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                type?: "AutoRenew" | "ManualRenew" | "PlanChange" | "QuantityChange" | "Signup" | "DivideCommit";
                offerId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlementTerm"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetEntitlementTerm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
                entitlementTermId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlementTerm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteEntitlementTerm: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
                entitlementTermId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ApproveEntitlement: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateEntitlementName: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEntitlementNameInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateEntitlementEndNotice: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEntitlementEndNoticeInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateEntitlementMetaInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadMetaInfoChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadMetaInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AddEntitlementCredit: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddEntitlementCreditInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddEntitlementCreditResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DivideEntitlementCommit: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DivideEntitlementCommitInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ApplyAddonToEntitlement: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillingAddonRecordInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateEntitlementPriceModel: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEntitlementPriceModelInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetEntitlementPdf: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListEntitlementCancellationRequests: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementCancellationRequestPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CancelEntitlement: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelEntitlementInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    WithdrawEntitlementCancellationRequest: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawEntitlementCancellationRequestInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementCancellationRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ScheduleEntitlementCancellation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleEntitlementCancellationInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UnscheduleEntitlementCancellation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateEntitlementSeat: {
        parameters: {
            query: {
                newSeat: number;
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetEntitlementRenewalDraftOffer: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalDraftOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AdjustEntitlementRenewalUplift: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustEntitlementRenewalUpliftInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalDraftOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    OptOutEntitlementRenewal: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadEntitlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListInvoices: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                type?: "COMMIT" | "INSTALLMENT" | "USAGE" | "ADDON" | "FINAL" | "REFUND";
                status?: "DRAFT" | "FINALIZED" | "CANCELED";
                paymentStatus?: "PENDING" | "PROCESSING" | "SUCCESS" | "FAILED";
                partner?: "ADYEN" | "ALIBABA" | "ANTHROPIC" | "AWS" | "AWS_CHINA" | "AZURE" | "CHARGEBEE" | "DATABRICKS" | "DOCUSIGN" | "GCP" | "GOOGLE" | "HUBSPOT" | "INTUIT" | "LAGO" | "MARKETO" | "METRONOME" | "MICROSOFT" | "OPENAI" | "ORACLE" | "ORB" | "REDHAT" | "SALESFORCE" | "SLACK" | "SNOWFLAKE" | "STRIPE" | "ZOHO";
                entitlementId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoicePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetInvoice: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    FinalizeInvoice: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CancelInvoice: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RetryInvoicePayment: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SettleInvoicePayment: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleInvoicePaymentInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BatchReportUsageRecordGroups: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchReportUsageRecordGroupsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Duplicate-Count": components["headers"]["X-Duplicate-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringUsageRecordGroup"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BatchValidateUsageRecordGroups: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchValidateUsageRecordGroupsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReportUsageRecordGroup: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportUsageRecordGroupInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringUsageRecordGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUsageRecordGroups: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                productId?: string;
                buyerId?: string;
                entitlementId?: string;
                status?: "CREATED" | "REPORT_PENDING" | "REPORTED" | "REPORT_FAILED" | "INVALID" | "DELETED";
                source?: "API" | "INTERNAL" | "LAGO" | "METRONOME" | "ORB" | "STRIPE";
                metaInfo?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsageRecordGroupsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RetryUsageRecordGroup: {
        parameters: {
            query?: {
                creationDate?: string;
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                usageRecordGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringUsageRecordGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteUsageRecordGroup: {
        parameters: {
            query?: {
                creationDate?: string;
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                usageRecordGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringUsageRecordGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUsageRecordReports: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                productId?: string;
                buyerId?: string;
                entitlementId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsageRecordReportsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SettleUsageRecordReport: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                usageRecordReportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleUsageRecordReportInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteringUsageRecordReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListBillableMetrics: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                name?: string;
                status?: "ACTIVE" | "DELETED";
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillableMetric"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateBillableMetric: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillableMetricInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillableMetric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetBillableMetric: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                billableMetricId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillableMetric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateBillableMetric: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                billableMetricId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBillableMetricParamsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillableMetric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUsageMeteringDailyRecords: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsageMeteringDailyRecordsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    PreviewPrice: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PricePreviewParamsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetUsageBalance: {
        parameters: {
            query?: {
                startTime?: string;
                endTime?: string;
                entitlementId?: string;
                partner?: "AWS" | "AZURE" | "GCP";
                dimension?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageBalancePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUsageDrifts: {
        parameters: {
            query?: {
                startTime?: string;
                endTime?: string;
                entitlementId?: string;
                partner?: "AWS" | "AZURE" | "GCP";
                cause?: "LATE" | "HELD" | "WAITING" | "UNCONFIRMED" | "OUTCOME_UNKNOWN" | "DUPLICATE_FOREIGN" | "REFUSED" | "NOT_SHOWN" | "FOREIGN" | "QUANTITY_DIFFERS" | "REJECTED" | "SHADOW_DIFFERS";
                hoursLeft?: number;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDriftPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetUsageReceipt: {
        parameters: {
            query?: {
                startTime?: string;
                endTime?: string;
                dimension?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entitlementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReceiptPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListSilentMeters: {
        parameters: {
            query?: {
                entitlementId?: string;
                partner?: "AWS" | "AZURE" | "GCP";
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilentMeterPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AggregateUsageRecordGroups: {
        parameters: {
            query: {
                partner: "AWS" | "AZURE" | "GCP" | "ALIBABA" | "STRIPE" | "AWS_CHINA" | "ADYEN";
                granularity: "day" | "month";
                startDate: string;
                endDate: string;
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecordAggregated"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AggregateUsageRecordReports: {
        parameters: {
            query: {
                partner: "AWS" | "AZURE" | "GCP" | "ALIBABA" | "STRIPE" | "AWS_CHINA" | "ADYEN";
                granularity: "day" | "month";
                startDate: string;
                endDate: string;
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecordAggregated"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetUsageMeteringConfigInfo: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageMeteringConfigInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateUsageMeteringConfigInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsageMeteringConfigInfoInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageMeteringConfigInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UploadUsageRecordGroups: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadUsageRecordGroupsInput"];
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageUploadResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenueConnections: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueConnection"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetRevenueConnectionHealth: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueHealth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BackfillRevenueConnection: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueBackfill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListDailyRevenueRecords: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenueRecords: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRevenueRecordsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenueRecordDetails: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRevenueRecordDetailsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    QueryRevenueRecords: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueRecordPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AggregateRevenueRecords: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AggregateRevenueRecordsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueAggregate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetRevenueReport: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetRevenueReportInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUnifiedRevenueRecords: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                productId?: string;
                entitlementId?: string;
                buyerId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnifiedRevenueRecordPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetUnifiedRevenueRecord: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnifiedRevenueRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListUnifiedRevenueRecordEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SummarizeUnifiedRevenueRecords: {
        parameters: {
            query?: {
                q?: string;
                startDate?: string;
                endDate?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetRevenueDashboardSummary: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                currency?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetRevenueMetrics: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                currency?: string;
                granularity?: "month" | "quarter" | "year";
                measure?: "mrr" | "arr";
                by?: "product" | "partner" | "buyer";
                mode?: "gross" | "net";
                rateTable?: string;
                timeZone?: string;
                renewalGraceDays?: number;
                churnRecognition?: "period_end" | "immediate";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueMetrics"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ExplainRevenueMetrics: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                currency?: string;
                granularity?: "month" | "quarter" | "year";
                measure?: "mrr" | "arr";
                by?: "product" | "partner" | "buyer";
                mode?: "gross" | "net";
                rateTable?: string;
                timeZone?: string;
                renewalGraceDays?: number;
                churnRecognition?: "period_end" | "immediate";
                page_size?: number;
                page_number?: number;
                cell: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueMetricsExplanation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListExchangeRates: {
        parameters: {
            query?: {
                rateTable?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRateTables"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReplaceExchangeRates: {
        parameters: {
            query: {
                rateTable: string;
                currency: string;
                dryRun?: boolean;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceExchangeRatesInput"];
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRateTable"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenueDifferences: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "OPEN" | "RESOLVED";
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                entitlementId?: string;
                kind?: "MISSING" | "DOUBLE" | "AMOUNT_DIFFERS" | "CURRENCY_DIFFERS" | "UNEXPECTED" | "NOT_JUDGED";
                cause?: "LATE" | "INVOICED" | "NOT_IN_FEED" | "FEED_FAULT" | "REFUNDED" | "FORGIVEN" | "RESTATED" | "INCLUDED" | "COMMITTED" | "ROUNDING" | "CONVERTED" | "UNPRICED" | "SHADOW";
                period?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueDifferencePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenuePayouts: {
        parameters: {
            query?: {
                partner?: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                payout?: string;
                traceId?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenuePayoutPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListRevenuePayoutRecords: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partner: "AWS" | "AZURE" | "GCP" | "STRIPE" | "ADYEN";
                payout: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenuePayoutRecordPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetCosellMetric: {
        parameters: {
            query?: {
                startDate?: string | "";
                endDate?: string | "";
                partner?: "AWS" | "AZURE" | "GCP" | "DIRECT" | "";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosellMetric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SearchAwsPartner: {
        parameters: {
            query: {
                limit?: number;
                query: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerConnectionSearchResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    LookupMicrosoftSolutions: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                searchTerm: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicrosoftSolution"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    LookupThirdPartySolutions: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                searchTerm: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicrosoftSolution"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetCosellMapping: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                crm: "SALESFORCE" | "HUBSPOT";
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosellMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReplaceCosellMapping: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                crm: "SALESFORCE" | "HUBSPOT";
                partner: "AWS" | "AZURE" | "GCP";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CosellMappingInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosellMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListCosellPartnerContacts: {
        parameters: {
            query?: {
                buyerCompany?: string;
                partner?: "AWS" | "AZURE" | "GCP" | "";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosellPartnerContact"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BatchPreviewReferrals: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchPreviewReferrals"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralPreview"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListReferrals: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "DRAFT" | "PENDING_CREATE" | "CREATE_FAILED" | "SUBMITTED" | "IN_REVIEW" | "ACTION_REQUIRED" | "PENDING_ACCEPTANCE" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WON" | "LOST" | "ARCHIVED";
                stage?: "PROSPECT" | "QUALIFIED" | "TECHNICAL_VALIDATION" | "BUSINESS_VALIDATION" | "COMMITTED" | "LAUNCHED" | "CLOSED_LOST";
                partner?: "AWS" | "AZURE" | "GCP" | "DIRECT";
                direction?: "OUTBOUND" | "INBOUND";
                partnerId?: string;
                externalID?: string;
                buyerID?: string;
                crmRecordId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateReferral: {
        parameters: {
            query?: {
                forceCreate?: boolean;
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferralDraft"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationExecutionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    BatchCreateReferrals: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchCreateReferralsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchCreateReferralsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    PredictReferralQualityScore: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictQualityScore"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityScore"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ValidateReferral: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferralDraft"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralValidation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetReferral: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateReferral: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReferral"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateReferralPartner: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReferralPartnerInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SyncReferral: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SyncReferral"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationExecutionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListReferralSyncEvents: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralSyncEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AdvanceReferralCommission: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceCommissionInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ProposeReferralCommissionUpdate: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposeCommissionUpdateInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    InvitePartnerToReferral: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePartner"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Operation-Id": components["headers"]["Operation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetReferralHandOff: {
        parameters: {
            query?: {
                format?: "json" | "csv";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                referralId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ImportCosellHandOff: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCosellHandOffInput"];
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOffImportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListInvitations: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                direction?: "OUTBOUND" | "INBOUND";
                status?: "PENDING" | "ACCEPTED" | "DECLINED" | "CANCELLED" | "EXPIRED";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateInvitation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    AcceptInvitation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CancelInvitation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeclineInvitation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ResendInvitation: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GenerateInvitationEmail: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInvitationEmailInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationEmail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListPartnerInvitations: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                direction?: "OUTBOUND" | "INBOUND";
                status?: "PENDING" | "ACCEPTED" | "DECLINED" | "CANCELLED" | "EXPIRED";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    InvitePartnerContact: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListPartnerRelationships: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "INVITED" | "ACTIVE" | "INACTIVE";
                relationship?: "RESELLER" | "REFERRAL" | "DISTRIBUTOR" | "TECHNOLOGY" | "SYSTEM_INTEGRATOR" | "MSP";
                engagementType?: "CO_SELL" | "RESELL" | "REFER" | "SERVICE";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerRelationshipPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetPartnerRelationship: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerRelationship"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdatePartnerRelationship: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePartnerRelationshipInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerRelationship"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListPartnerContacts: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                email?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerContactPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListPartnerCommissions: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                referralId?: string;
                status?: "PENDING_CONFIRMATION" | "CONFIRMED" | "INVOICED" | "PAID" | "CLAWED_BACK" | "VOIDED";
                side?: "SELLER" | "PARTNER";
                currency?: string;
                invoiceNumber?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetPartnerCommissionStatement: {
        parameters: {
            query: {
                month: string;
                format?: "csv" | "pdf";
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateReferralOnBehalf: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReferralOnBehalfInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListLinkableFiles: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkablePartnerFile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListPartnerFiles: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                sharedWith?: "ALL_PARTNERS" | "PARTNER";
                partnerId?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFilePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UploadPartnerFile: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPartnerFileInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetPartnerFile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeletePartnerFile: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SharePartnerFile: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharePartnerFileInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UnsharePartnerFile: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DownloadPartnerFile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListSharedFiles: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPartnerFilePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DownloadSharedFile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                partnerId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetNotificationConfigInfo: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationConfigInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateNotificationConfigInfo: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationConfigInfoInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationConfigInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    PreviewNotification: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationPreviewInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    TestNotification: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationTestInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationMessage"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListNotificationEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                startDate?: string | "";
                endDate?: string | "";
                priorities?: string;
                message?: string;
                since?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNotificationEventsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListNotificationEventsByEntity: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                entityType: "API_CLIENT" | "AUDITING_EVENT" | "AUTO_SHARE_TASK" | "BUYER" | "CONTACT" | "ENTITLEMENT" | "ENTITLEMENT_TERM" | "HEADLESS_ENTITLEMENTS" | "HUBSPOT_USER" | "INTEGRATION" | "INVOICE" | "NEW_CLIENT" | "NOTIFICATION_MESSAGE" | "OFFER" | "ORGANIZATION" | "PAYMENT_TRANSACTION" | "PRODUCT" | "REFERRAL" | "REVENUE_RECORD" | "SERVICE" | "SUPPORT_TICKET" | "UNPURCHASED_OFFERS" | "USAGE_RECORD_GROUP" | "USAGE_RECORD_REPORT" | "USER" | "WORKFLOW" | "WORKFLOW_EXECUTION" | "WORKFLOW_WEBHOOK" | "ORGANIZATION_INFO";
                entityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNotificationEventsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListNotificationMessages: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                status?: "SCHEDULED" | "PENDING" | "DONE" | "FAILED";
                entityId?: string;
                contactId?: string;
                startDate?: string | "";
                endDate?: string | "";
                keyword?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNotificationMessagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetNotificationMessage: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                notificationMessageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListEvents: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                types?: string;
                entityId?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Accel-Buffering": components["headers"]["X-Accel-Buffering"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainEventPage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListWebhooks: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                enabled?: boolean;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateWebhook: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetWebhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteWebhook: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateWebhook: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    RotateWebhookSecret: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    TestWebhook: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListWebhookDeliveries: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                status?: "PENDING" | "DONE" | "FAILED" | "CANCELED";
                eventId?: string;
                eventType?: string;
                entityId?: string;
                startDate?: string | "";
                endDate?: string | "";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ResendWebhookDelivery: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReplayWebhook: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListOperationsV2: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListOperationsV2RequestInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOperationsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetOperationV2: {
        parameters: {
            query?: {
                runId?: string;
                hasChildren?: boolean;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListOperationHistoryV2: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationEventsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    SearchKnowledge: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSearchInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeSearchResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListSupportTickets: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                page_token?: string;
                status?: "OPEN" | "IN PROGRESS" | "IN REVIEW" | "BLOCKED" | "CLOSED" | "ARCHIVED" | "DELETED";
                priority?: "LOW" | "NORMAL" | "HIGH" | "URGENT";
                taskType?: "Task" | "Bug" | "Feature Request";
                assignee?: string;
                entityType?: "PRODUCT" | "BUYER" | "CONTACT" | "OFFER" | "OFFER_SET" | "ENTITLEMENT" | "INVOICE" | "BILLABLE_METRIC" | "REFERRAL" | "PARTNER" | "CONNECTION" | "OPERATION";
                entityId?: string;
                startDate?: string | "";
                endDate?: string | "";
                creator?: string;
                watcher?: string;
                keyword?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSupportTicketsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateSupportTicket: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportTicketInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    GetSupportTicket: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateSupportTicket: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSupportTicketRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    UpdateSupportTicketStatus: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSupportTicketStatus"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CloseSupportTicket: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReopenSupportTicket: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListSupportTicketComments: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
                visibility?: "PUBLIC" | "INTERNAL";
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicketCommentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateSupportTicketComment: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportTicketCommentInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicketComment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ListSupportTicketAttachments: {
        parameters: {
            query?: {
                page_size?: number;
                page_number?: number;
                q?: string;
                s?: string;
                page_token?: string;
            };
            header?: {
                Prefer?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Count-Capped": components["headers"]["X-Total-Count-Capped"];
                    "X-Total-Count-Exact": components["headers"]["X-Total-Count-Exact"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    Link: components["headers"]["Link"];
                    "X-Page-Cut": components["headers"]["X-Page-Cut"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicketAttachmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    CreateSupportTicketAttachment: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateSupportTicketAttachment_request"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTicketAttachment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DownloadSupportTicketAttachment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["PartnerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    DeleteSupportTicketAttachment: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: {
                "If-Match"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                orgId: string;
                ticketId: string;
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Dry-Run": components["headers"]["Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ReceiveEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Signature-256": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
